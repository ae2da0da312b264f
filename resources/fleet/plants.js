import { ask, changed } from './ask.js';
import { dateText, element, field, figure, form, table, timeText } from './elements.js';

const main = document.getElementById('main');

const states = {
  paired: 'Sends',
  waiting: 'Waits for its words to be compared',
  forked: 'Stopped: its history goes two ways',
  unpaired: 'Unpaired; what it sent is kept',
};
const priorities = { 1: 'critical', 2: 'high', 3: 'medium', 4: 'low' };
const completeness = ({ closedTo, provedTo }) => {
  if (provedTo === null)
    return closedTo === null ? 'Nothing sent yet' : `Nothing proved yet; the plant has days to ${dateText(closedTo)}`;
  const proved = `Complete to ${dateText(provedTo)}, proved`;
  return closedTo !== null && closedTo > provedTo ? `${proved}; the plant has days to ${dateText(closedTo)}` : proved;
};

const alarmMarks = (openAlarms) =>
  openAlarms.length === 0
    ? element('span', { class: 'quiet' }, 'none open')
    : element(
        'span',
        { class: 'alarms' },
        openAlarms.map(({ priority, count }) =>
          element('span', { class: `alarm alarm-${priority}` }, `${count} ${priorities[priority]}`),
        ),
      );

const plantRows = ({ site, name, state, lastRequest, industries }) => {
  const whole = Math.max(industries.length, 1);
  const first = [
    element('th', { scope: 'row', rowspan: whole }, element('a', { href: `#plant/${site}` }, name)),
    element(
      'td',
      { rowspan: whole },
      states[state],
      element('div', { class: 'quiet' }, lastRequest === null ? 'never heard' : `last request ${timeText(lastRequest)}`),
    ),
  ];
  if (industries.length === 0)
    return [element('tr', {}, first, element('td', { colspan: 3, class: 'quiet' }, 'Nothing sent yet'))];
  return industries.map((industry, index) =>
    element(
      'tr',
      {},
      index === 0 ? first : [],
      element('td', {}, industry.name),
      element('td', {}, completeness(industry)),
      element('td', {}, alarmMarks(industry.openAlarms)),
    ),
  );
};

const pairing = () => {
  const result = element('div', {});
  const make = async () => {
    const { answer } = await ask('/api/hub/admin/codes', { method: 'POST', body: {} });
    result.replaceChildren(
      element('p', { class: 'code' }, answer.code),
      element('p', {}, `Type it in at the plant, under Sync. Good for 7 days. The words of this hub: ${answer.words}`),
    );
  };
  return element(
    'section',
    {},
    element('h2', {}, 'A further plant'),
    element(
      'p',
      { class: 'quiet' },
      'A code lets one plant in, once the words that its people read out have been compared here.',
    ),
    element('button', { type: 'button', click: () => void make() }, 'Make a pairing code'),
    result,
  );
};

const confirming = ({ site, name }) =>
  form(
    `${name} wants to pair`,
    [field('The eight words that its person reads out', { name: 'words', autocomplete: 'off' })],
    'These are its words',
    async ({ words }) => {
      await ask(`/api/hub/admin/plants/${site}/confirm`, { method: 'POST', body: { words } });
      changed();
    },
  );

export const showPlants = ({ plants, person }) => {
  const waiting = person.isOwner ? plants.filter(({ state }) => state === 'waiting' || state === 'forked') : [];
  main.replaceChildren(
    element('h1', {}, 'Plants'),
    element(
      'section',
      {},
      plants.length === 0
        ? element('p', {}, 'There is no plant that you may see yet.')
        : table(
            `${plants.length} ${plants.length === 1 ? 'plant' : 'plants'}`,
            ['Plant', 'State', 'Industry', 'Readings', 'Alarms'],
            plants.flatMap(plantRows),
          ),
    ),
    ...waiting.map(confirming),
    ...(person.isOwner ? [pairing()] : []),
  );
};

const dmy = (iso) => iso.split('-').reverse().join('/');

/** Several categories may have one name: SOURCE_CATEGORY is shown as Source. */
const kindOf = (id) => {
  const words = id
    .replace(/_CATEGORY$/, '')
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** What an industry measured on its last proved day, by the plant's own User API. */
const dayOf = async (site, { provedTo }) => {
  const { answer } = await ask(`/plants/${site}/api/user/landingPage/userData?date=${dmy(provedTo)}&type=DAY`);
  const totals = answer.categories.map(({ name, standardCategoryId, siUnit, total, units }) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, name, element('div', { class: 'quiet' }, kindOf(standardCategoryId))),
      element('td', { class: 'number' }, figure(total.value)),
      element('td', {}, total.unit ?? siUnit),
      element('td', { class: 'number' }, `${figure(total.completeness)} %`),
      element('td', {}, `${units.length} ${units.length === 1 ? 'unit' : 'units'}`),
    ),
  );
  const alarms = answer.alerts?.latest ?? [];
  return [
    table(`Totals of ${dateText(provedTo)}`, ['Category', 'Total', 'Unit', 'Measured', 'Of'], totals),
    element('h2', {}, 'Alarms raised on that day'),
    alarms.length === 0
      ? element('p', { class: 'quiet' }, 'none')
      : element(
          'ul',
          {},
          alarms.map(({ unitName, description }) => element('li', {}, `${unitName}: ${description.title}`)),
        ),
  ];
};

export const showPlant = async ({ plants }, site) => {
  const plant = plants.find((one) => one.site === site);
  if (!plant) return showPlants({ plants, person: {} });
  main.replaceChildren(
    element('h1', {}, plant.name),
    element('section', {}, table('State', ['Plant', 'State', 'Industry', 'Readings', 'Alarms'], plantRows(plant))),
  );
  const granted = plant.industries.filter(({ isGranted }) => isGranted);
  if (granted.length === 0)
    main.append(element('section', {}, element('p', {}, 'What this plant measured is for people who have a grant for it.')));
  for (const industry of granted) {
    const section = element('section', {}, element('h2', {}, industry.name));
    main.append(section);
    try {
      section.append(...(industry.provedTo === null ? [element('p', {}, completeness(industry))] : await dayOf(site, industry)));
    } catch (error) {
      section.append(element('p', { class: 'refusal' }, error.message));
    }
  }
};
