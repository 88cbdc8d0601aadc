// Everything here only adds comfort: the page is complete without it.
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);

// The builds become tabs: one is shown at a time.
{
  const links = [...document.querySelectorAll(".builds a")];
  const sections = [...document.querySelectorAll("section.build")];
  const show = (id) => {
    const shown = sections.some((section) => section.id === id) ? id : sections[0]?.id;
    for (const section of sections) section.hidden = section.id !== shown;
    for (const link of links) {
      if (link.hash === "#" + shown) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };
  for (const link of links) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      history.replaceState(null, "", link.hash);
      show(link.hash.slice(1));
    });
  }
  window.addEventListener("hashchange", () => show(location.hash.slice(1)));
  show(location.hash.slice(1));
}

// What a picture says of the thing below the pointer.
{
  const hint = document.getElementById("hint");
  const linesOf = (element) => {
    const build = element.closest("section.build");
    return data.builds[build.id]?.[element.dataset.k]?.[element.dataset.i];
  };
  const place = (event) => {
    const box = hint.getBoundingClientRect();
    const left = Math.min(event.clientX + 14, innerWidth - box.width - 8);
    const below = event.clientY + 18;
    const top = below + box.height > innerHeight ? event.clientY - box.height - 12 : below;
    hint.style.left = Math.max(4, left) + "px";
    hint.style.top = Math.max(4, top) + "px";
  };
  document.addEventListener("pointermove", (event) => {
    const element = event.target.closest?.("[data-k]");
    const lines = element && linesOf(element);
    hint.hidden = !lines;
    if (!lines) return;
    const parts = lines.map((line, index) => {
      const part = document.createElement(index ? "span" : "b");
      part.textContent = line;
      return part;
    });
    hint.replaceChildren(...parts);
    place(event);
  });
  document.addEventListener("pointerleave", () => { hint.hidden = true; });
  for (const element of document.querySelectorAll("[data-k]")) element.removeAttribute("title");
}
