// Plots as SVG: bars of how often each value was, and shares with their intervals.

const SPACE = "http://www.w3.org/2000/svg";
const WIDE = 360;
const HIGH = 130;
const MOST = 40; // bars; more values are put together

function tag(name, fields, ...children) {
  const made = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(fields)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function plot(title, high, children) {
  const svg = tag("svg", { class: "plot", viewBox: `0 0 ${WIDE} ${high}`, width: WIDE, height: high, role: "img", "aria-label": title }, ...children);
  const figure = document.createElement("figure");
  const caption = document.createElement("figcaption");
  caption.textContent = title;
  figure.append(caption, svg);
  return figure;
}

// Pairs of value and count, as bars over the values.
export function histogram(title, pairs) {
  if (!pairs.length) return "";
  const low = pairs[0][0];
  const width = Math.max(1, Math.ceil((pairs.at(-1)[0] - low + 1) / MOST));
  const bins = Array(Math.floor((pairs.at(-1)[0] - low) / width) + 1).fill(0);
  for (const [value, count] of pairs) bins[Math.floor((value - low) / width)] += count;
  const most = Math.max(...bins);
  const step = (WIDE - 20) / bins.length;
  const bars = bins.map((count, i) => {
    const tall = (count / most) * (HIGH - 34);
    const first = low + i * width;
    const name = width > 1 ? `${first} to ${first + width - 1}` : `${first}`;
    const bar = tag("rect", { class: "bar1", x: 10 + i * step + 0.5, y: HIGH - 18 - tall, width: Math.max(0.5, step - 1), height: tall });
    bar.append(tag("title", {}, `${name}: ${count}`));
    return bar;
  });
  const middle = Math.floor((bins.length - 1) / 2);
  const ticks = [...new Set([0, middle, bins.length - 1])].map((i) =>
    tag("text", { x: 10 + (i + 0.5) * step, y: HIGH - 4, "text-anchor": i === 0 ? "start" : i === middle ? "middle" : "end" }, `${low + i * width}`));
  const axis = tag("line", { class: "axis", x1: 10, x2: WIDE - 10, y1: HIGH - 18, y2: HIGH - 18 });
  return plot(title, HIGH, [...bars, axis, ...ticks]);
}

// Rows of name, share, and the ends of its interval or null.
export function shares(title, rows) {
  if (!rows.length) return "";
  const row = 24;
  const left = 120;
  const scale = WIDE - left - 60;
  const parts = rows.flatMap(([name, share, low, high], i) => {
    const y = 6 + i * row;
    const made = [
      tag("text", { x: left - 8, y: y + 12, "text-anchor": "end" }, name.length > 18 ? `${name.slice(0, 17)}…` : name),
      tag("rect", { class: "bar1", x: left, y: y + 2, width: Math.max(1, share * scale), height: 12, rx: 2 }),
      tag("text", { x: left + Math.max(share, high ?? 0) * scale + 8, y: y + 12 }, `${(100 * share).toFixed(1)} %`),
    ];
    if (low !== null && low !== undefined) {
      made.push(tag("line", { x1: left + low * scale, x2: left + high * scale, y1: y + 8, y2: y + 8, stroke: "currentColor", "stroke-width": 2 }));
    }
    return made;
  });
  return plot(title, 12 + rows.length * row, parts);
}
