// Pictures: a click enlarges a header of the icicle or a target of the treemap; a slider the timeline.
{
  const numberOf = (element, name) => parseFloat(element.style[name]);

  for (const icicle of document.querySelectorAll(".icicle")) {
    const cells = [...icicle.children].map((element) => ({
      element,
      name: element.textContent,
      left: numberOf(element, "left"),
      width: numberOf(element, "width"),
      depth: numberOf(element, "top"),
    }));
    let focus = null;
    const draw = () => {
      const [left, width] = focus ? [focus.left, focus.width] : [0, 100];
      for (const cell of cells) {
        const start = Math.max(0, ((cell.left - left) / width) * 100);
        const end = Math.min(100, ((cell.left + cell.width - left) / width) * 100);
        cell.element.hidden = end - start < 0.05;
        cell.element.style.left = start + "%";
        cell.element.style.width = Math.max(0, end - start) + "%";
        const label = data.builds[icicle.closest("section").id].includes[cell.element.dataset.i][0];
        cell.element.textContent = end - start > 1 ? label.replace(/^(<?).*\/(?=.)/, "$1") : "";
      }
    };
    icicle.addEventListener("click", (event) => {
      const cell = cells.find((one) => one.element === event.target);
      focus = cell && cell !== focus ? cell : null;
      draw();
    });
    icicle.parentElement.classList.add("zooms");
  }

  for (const map of document.querySelectorAll(".map")) {
    const groups = [...map.children].map((element) => ({ element, style: element.style.cssText }));
    let focus = null;
    const draw = () => {
      for (const group of groups) {
        group.element.hidden = focus !== null && group !== focus;
        group.element.style.cssText = group === focus ? "left:0;top:0;width:100%;height:100%" : group.style;
      }
      const tiles = map.querySelectorAll("i");
      for (const tile of tiles) {
        const box = tile.getBoundingClientRect();
        const lines = data.builds[map.closest("section").id].units[tile.dataset.i];
        tile.textContent = box.width > 46 && box.height > 15 ? lines[0].replace(/^.*\//, "") : "";
      }
    };
    map.addEventListener("click", (event) => {
      const group = groups.find((one) => one.element === event.target.closest(".group"));
      focus = group && group !== focus ? group : null;
      draw();
    });
    map.parentElement.classList.add("zooms");
  }

  for (const time of document.querySelectorAll(".time")) {
    const slider = document.createElement("input");
    slider.type = "range";
    slider.min = "0";
    slider.max = "5";
    slider.step = "0.25";
    slider.value = "0";
    const label = document.createElement("label");
    label.className = "tool";
    label.append("Zoom ", slider);
    slider.addEventListener("input", () => {
      const scroll = time.parentElement;
      const middle = (scroll.scrollLeft + scroll.clientWidth / 2) / scroll.scrollWidth;
      time.style.width = 100 * 2 ** Number(slider.value) + "%";
      scroll.scrollLeft = middle * scroll.scrollWidth - scroll.clientWidth / 2;
    });
    time.closest(".picture").querySelector("h3").after(label);
  }
}
