// What a search box suggests while one types: <input type="search" data-suggests="address">.

const WAIT = 200; // milliseconds without a letter more, before the server is asked

for (const box of document.querySelectorAll("input[data-suggests]")) offer(box);

function offer(box) {
  const list = document.createElement("div");
  list.className = "suggested";
  list.id = `${box.id}-suggested`;
  list.hidden = true;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", box.labels?.[0]?.textContent ?? box.ariaLabel);
  box.after(list);
  box.setAttribute("role", "combobox");
  box.setAttribute("aria-autocomplete", "list");
  box.setAttribute("aria-controls", list.id);
  let timer;
  let asked = new AbortController();
  let chosen = -1;

  const options = () => [...list.children];

  function show(html) {
    list.innerHTML = html;
    list.hidden = !list.children.length;
    box.setAttribute("aria-expanded", String(!list.hidden));
    choose(-1);
  }

  function choose(at) {
    chosen = at;
    const option = options()[at];
    for (const one of options()) one.setAttribute("aria-selected", String(one === option));
    option?.scrollIntoView({ block: "nearest" });
    if (option) box.setAttribute("aria-activedescendant", option.id);
    else box.removeAttribute("aria-activedescendant");
  }

  function close() {
    clearTimeout(timer);
    asked.abort();
    show("");
  }

  async function ask() {
    asked.abort();
    asked = new AbortController();
    const { signal } = asked;
    try {
      const answer = await fetch(`${box.dataset.suggests}?${new URLSearchParams({ q: box.value })}`, { signal });
      if (answer.ok) show(await answer.text());
    } catch {
      // more was typed, or there is no connection: the page of the search says so
    }
  }

  show("");
  box.addEventListener("input", () => {
    clearTimeout(timer);
    const wanted = box.value.trim();
    if (wanted.length > 1 || /[^ -~]/.test(wanted)) timer = setTimeout(ask, WAIT);
    else close();
  });
  box.addEventListener("blur", close);
  list.addEventListener("pointerdown", (event) => event.preventDefault()); // the box keeps the focus
  box.addEventListener("keydown", (event) => {
    if (list.hidden) return;
    const count = list.children.length;
    if (event.key === "ArrowDown") choose(chosen + 1 < count ? chosen + 1 : -1);
    else if (event.key === "ArrowUp") choose(chosen < 0 ? count - 1 : chosen - 1);
    else if (event.key === "Enter" && chosen >= 0) /** @type {HTMLElement} */ (options()[chosen]).click();
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
  });
}
