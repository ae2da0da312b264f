import { locale } from './words/language.js';

/** Makes an element; what is text is never read as HTML. */
export const element = (name, attributes = {}, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (typeof value === 'function') made.addEventListener(key, value);
    else if (value !== undefined && value !== false) made.setAttribute(key, value === true ? '' : value);
  made.append(...children.flat().filter((child) => child !== undefined && child !== null));
  return made;
};

export const dateText = (iso) =>
  new Intl.DateTimeFormat(locale(), { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(new Date(iso));
/** In the zone of who reads it, which is named: the plants of a hub have zones of their own. */
export const timeText = (iso) =>
  new Intl.DateTimeFormat(locale(), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(iso));
/** @param month YYYY-MM */
export const monthText = (month) =>
  new Intl.DateTimeFormat(locale(), { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-01`));
export const preciseFigure = (value) => value.toLocaleString(locale(), { maximumSignificantDigits: 3 });
/** What an alarm says; most name their unit themselves. */
export const alarmText = ({ unitName, description: { title } }) => (title.includes(unitName) ? title : `${unitName}: ${title}`);
export const figure = (value) =>
  value === null || value === undefined ? '–' : value.toLocaleString(locale(), { maximumFractionDigits: 1 });

/** @param kind `stacked`: on a phone each cell has a line of its own; the roles are named, because that takes a table's own away. */
export const table = (caption, heads, rows, kind) => {
  const made = element(
    'div',
    { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption },
    element(
      'table',
      { class: kind },
      element('caption', {}, caption),
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          heads.map((head) => element('th', { scope: 'col' }, head)),
        ),
      ),
      element('tbody', {}, rows),
    ),
  );
  if (kind !== 'stacked') return made;
  const roles = {
    table: 'table',
    'thead, tbody': 'rowgroup',
    tr: 'row',
    'thead th': 'columnheader',
    'tbody th': 'rowheader',
    td: 'cell',
  };
  for (const [name, role] of Object.entries(roles)) for (const one of made.querySelectorAll(name)) one.setAttribute('role', role);
  return made;
};

export const field = (label, attributes) =>
  element('label', {}, element('span', {}, label), element('input', { required: true, ...attributes }));
export const choice = (label, name, options) =>
  element(
    'label',
    {},
    element('span', {}, label),
    element(
      'select',
      { name },
      options.map(([value, text]) => element('option', { value }, text)),
    ),
  );

/** Longer than the two presses of a double click are apart. */
const CALM_MS = 1000;

/**
 * Does it once, however often it is pressed meanwhile and just after; what is refused is said and may be pressed at once.
 * @param what is asked for: something else may be just after
 */
const onceAtATime = (act, refusal, what = () => '') => {
  let restUntil = 0;
  let asked;
  return async () => {
    const now = what();
    const isOther = Number.isFinite(restUntil) && now !== asked;
    if (performance.now() < restUntil && !isOther) return;
    asked = now;
    restUntil = Number.POSITIVE_INFINITY;
    refusal.hidden = true;
    try {
      await act();
      restUntil = performance.now() + CALM_MS;
    } catch (error) {
      restUntil = 0;
      refusal.textContent = error.message;
      refusal.hidden = false;
    }
  };
};

/** A button, and beside it why what it does was refused. */
export const button = (label, attributes, act) => {
  const refusal = element('p', { class: 'refusal', role: 'alert', hidden: true });
  const click = onceAtATime(act, refusal);
  return [element('button', { type: 'button', ...attributes, click: () => void click() }, label), refusal];
};

/** A form whose button sends its fields; a refusal is said in it. */
export const form = (title, children, button, send) => {
  const refusal = element('p', { class: 'refusal', role: 'alert', hidden: true });
  const made = element('form', {}, element('h2', {}, title), children, refusal, element('button', { class: 'main' }, button));
  const submit = onceAtATime(
    () => send(Object.fromEntries(new FormData(made)), made),
    refusal,
    () => JSON.stringify([...new FormData(made)]),
  );
  made.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit();
  });
  return made;
};
