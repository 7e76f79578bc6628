// Makes elements: el("button", { onclick }, "Save").

export function el(name, fields = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(fields)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key in made && key !== "list") made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

export function labelled(text, control) {
  return el("label", {}, text, control);
}

export function choice(values, chosen, fields = {}) {
  const options = values.map((value) => {
    const [word, text] = Array.isArray(value) ? value : [value, value];
    return el("option", { value: word, textContent: text, selected: word === chosen });
  });
  return el("select", fields, ...options);
}

// The options of a game, each with its choice, folded away.
export function optionList(options) {
  if (!options.length) return "";
  const rows = options.map(([option, select]) => el("div", {}, labelled(option.text, select)));
  return el("details", {}, el("summary", {}, "Options"), ...rows);
}

// A picture in a root of its own, so that its style stays inside.
export function picture(host, svg) {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  root.innerHTML = `<style>:host{display:block} svg{display:block;max-width:100%;height:auto}
    :host(.large) svg{max-width:none}
    .can{cursor:pointer} .can:hover,.can:focus-visible{filter:drop-shadow(0 0 3px #31619b)} .can:focus-visible{outline:2px solid #31619b}
    .chosen{filter:drop-shadow(0 0 4px #c2571a) drop-shadow(0 0 2px #c2571a)}</style>${svg}`;
  return root;
}
