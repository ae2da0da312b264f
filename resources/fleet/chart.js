/** Makes an element of a drawing. */
export const svg = (name, attributes, ...children) => {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};

const [WIDTH, HEIGHT, GAP] = [600, 160, 2];

/** A bar for each value; what is not known is left out. The numbers stand in the table beside it. */
export const bars = (label, values) => {
  const known = values.filter((value) => value !== null);
  const [least, most] = [Math.min(0, ...known), Math.max(0, ...known)];
  const y = (value) => HEIGHT - ((value - least) / (most - least || 1)) * HEIGHT;
  const step = WIDTH / values.length;
  return svg(
    'svg',
    { class: 'bars', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': label },
    ...values.flatMap((value, at) =>
      value === null
        ? []
        : svg('rect', {
            x: at * step,
            y: Math.min(y(value), y(0)),
            width: Math.max(1, step - GAP),
            height: Math.max(1, Math.abs(y(value) - y(0))),
          }),
    ),
  );
};
