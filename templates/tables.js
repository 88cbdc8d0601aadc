// Tables: sorted by a click on a column, filtered by words.
{
  const valueOf = (row, column) => {
    const cell = row.cells[column];
    if (!cell.classList.contains("n")) return cell.textContent;
    return cell.dataset.v === undefined ? null : Number(cell.dataset.v);
  };
  const compare = (a, b, sign) => {
    if (a === null || b === null) return (a === null) - (b === null); // unknown stays last
    return typeof a === "string" ? sign * a.localeCompare(b) : sign * (a - b);
  };
  const sort = (table, header) => {
    const numeric = header.classList.contains("n");
    const before = header.getAttribute("aria-sort");
    const descending = before ? before === "ascending" : numeric;
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    header.setAttribute("aria-sort", descending ? "descending" : "ascending");
    const column = header.cellIndex;
    const keyed = [...table.tBodies[0].rows].map((row) => [valueOf(row, column), row]);
    keyed.sort((a, b) => compare(a[0], b[0], descending ? -1 : 1));
    table.tBodies[0].append(...keyed.map((pair) => pair[1]));
  };
  const addFilter = (table) => {
    const field = document.createElement("input");
    field.type = "search";
    field.placeholder = "Filter";
    field.setAttribute("aria-label", "Filter rows");
    field.addEventListener("input", () => {
      const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
      for (const row of table.tBodies[0].rows) {
        const text = row.textContent.toLowerCase();
        row.hidden = !words.every((word) => text.includes(word));
      }
    });
    table.parentElement.before(field);
  };
  for (const table of document.querySelectorAll("table.sortable")) {
    for (const header of table.tHead.rows[0].cells) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = header.textContent;
      button.addEventListener("click", () => sort(table, header));
      header.replaceChildren(button);
    }
    if (table.tBodies[0].rows.length > 10) addFilter(table);
  }
}
