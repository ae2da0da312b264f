import { ask } from './ask.js';
import { button, choice, element, field, form, table, timeText } from './elements.js';
import { kindFields, scheduleText } from './proposalFields.js';
import { text } from './words/language.js';

const listText = (name, list) => {
  if (list.length === 0) return text.none;
  if (name === 'schedules') return list.map(scheduleText).join('; ');
  return list.map((one) => text.proposals.permissions[one] ?? one).join(', ');
};
const valueText = (name, value) => {
  if (value === null || value === undefined || value === '') return text.none;
  if (Array.isArray(value)) return listText(name, value);
  if (typeof value === 'boolean') return value ? text.proposals.yes : text.proposals.no;
  return String(value);
};
const changeText = ({ base, values }) =>
  Object.entries(values)
    .map(([name, value]) => {
      const before = base ? `${valueText(name, base[name])} → ` : '';
      return `${text.proposals.fields[name] ?? name}: ${before}${valueText(name, value)}`;
    })
    .join(', ');
const outcomeText = ({ state, code, message, decidedBy }) => {
  const { states, codes, by } = text.proposals;
  const parts = [
    states[state] ?? state,
    code ? (codes[code] ?? code) : undefined,
    message,
    decidedBy ? by(decidedBy) : undefined,
  ];
  return parts.filter(Boolean).join('; ');
};
/** What a proposal is about, by its name; by its id where the hub does not know it any more. */
const targetText = ({ industryId, target }, industries) => {
  const { units = [], people } = industries.find(({ id }) => id === industryId) ?? {};
  const [unit, ...rest] = target.split('/');
  const known = [...units, ...(people ?? [])].find(({ id }) => id === unit);
  return [known?.name ?? unit, ...rest.map((one) => text.plant.params[one] ?? one)].filter(Boolean).join(': ');
};

const row = (path, renew, industries) => (one) => {
  const kind = text.proposals.kinds[one.kind] ?? one.kind;
  const takeBack = async () => {
    // the list then shows what became of one that the plant had already
    await ask(`${path}/${one.id}`, { method: 'DELETE' }).catch(() => undefined);
    await renew();
  };
  const about = targetText(one, industries);
  return element(
    'tr',
    {},
    element('th', { scope: 'row' }, about === '' ? kind : `${kind}: ${about}`, element('div', { class: 'quiet' }, one.reason)),
    element('td', {}, changeText(one)),
    element('td', {}, outcomeText(one)),
    element('td', {}, one.author.name, element('div', { class: 'quiet' }, timeText(one.createdAt))),
    element(
      'td',
      {},
      one.state === 'proposed' && one.handedOutAt === null
        ? button(text.proposals.takeBack, { 'aria-label': text.proposals.takeBackOf(kind, one.reason) }, takeBack)
        : undefined,
    ),
  );
};

const proposalForm = (industries, send) => {
  const { title, hint, industry, what, kinds, reason, propose } = text.proposals;
  const inputs = element('div', { class: 'fields' });
  const head = element(
    'div',
    { class: 'fields' },
    choice(
      industry,
      'industryId',
      industries.map(({ id, name }) => [id, name]),
    ),
    choice(what, 'kind', Object.entries(kinds)),
  );
  let read;
  const made = form(
    title,
    [element('p', { class: 'quiet' }, hint), head, inputs, field(reason, { name: 'reason', maxlength: 1000 })],
    propose,
    ({ industryId, kind, reason: why, ...rest }) => send({ industryId, kind, reason: why, ...read(rest, new FormData(made)) }),
  );
  const [ofIndustry, ofKind] = head.querySelectorAll('select');
  const button = made.querySelector('button.main');
  const redraw = () => {
    const known = industries.find(({ id }) => id === ofIndustry.value) ?? industries[0];
    const [fields, reader] = kindFields[ofKind.value](known);
    read = reader;
    button.disabled = reader === undefined;
    inputs.replaceChildren(...fields);
  };
  for (const one of [ofIndustry, ofKind]) one.addEventListener('change', redraw);
  redraw();
  return made;
};

/** What may be proposed to a plant, and what became of earlier proposals; nothing for people who may not. */
export const proposing = async (site) => {
  const path = `/api/hub/fleet/plants/${site}/proposals`;
  const first = await ask(path).catch(() => undefined);
  if (!first || first.answer.industries.length === 0) return [];
  const list = element('section', {});
  const show = ({ industries, proposals }) =>
    list.replaceChildren(
      element('h2', {}, text.proposals.list),
      proposals.length === 0
        ? element('p', { class: 'quiet' }, text.proposals.noneYet)
        : table(text.proposals.became, text.proposals.columns, proposals.map(row(path, renew, industries)), 'stacked'),
    );
  const renew = async () => show((await ask(path)).answer);
  show(first.answer);
  const made = proposalForm(first.answer.industries, async (body) => {
    await ask(path, { method: 'POST', body });
    await renew();
  });
  return [made, list];
};
