import { ask } from './ask.js';
import { alarmText, element, figure, table } from './elements.js';
import { dmy, PERIODS, windowText } from './periods.js';
import { ageText, besides, completeness, isNow, plantTable, showPlants, silence } from './plants.js';
import { proposing } from './proposals.js';
import { unitLink } from './unit.js';
import { text } from './words/language.js';

const main = document.getElementById('main');
const LIVE_MS = 3000;

/** Names without words of their own: ID_SOURCE and SOURCE_CATEGORY are shown as Source, feed_pressure as Feed pressure. */
const readable = (id) => {
  const words = id
    .replace(/^ID_|_CATEGORY$/g, '')
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The units of a category, each with what it came to. @param linkOf the page of a unit. */
const unitList = ({ siUnit, total, units }, linkOf) =>
  element(
    'details',
    {},
    element('summary', {}, text.plant.units(units.length)),
    element(
      'ul',
      {},
      units.map(({ unitId, unitName, value, counted }) =>
        element(
          'li',
          {},
          element('a', { href: linkOf(unitId) }, unitName),
          `: ${figure(value)} ${total.unit ?? siUnit}`,
          counted === false ? element('span', { class: 'quiet' }, ` ${text.plant.notCounted}`) : undefined,
        ),
      ),
    ),
  );

const categoryHead = (name, standard) =>
  element('th', { scope: 'row' }, name, besides(standard, name) && element('div', { class: 'quiet' }, standard));

/** What an industry measured on a proved day, or in the month or year up to it, by the plant's own User API. */
const totalsOf = async (site, industry, { date, type }) => {
  const { answer } = await ask(`/plants/${site}/api/user/landingPage/userData?date=${dmy(date)}&type=${type}`, {
    industry: industry.id,
  });
  const totals = answer.categories.map((category) =>
    element(
      'tr',
      {},
      // several categories may have one name
      categoryHead(category.name, readable(category.standardCategoryId)),
      element('td', { class: 'number' }, figure(category.total.value)),
      element('td', {}, category.total.unit ?? category.siUnit),
      element('td', { class: 'number' }, `${figure(category.total.completeness)} %`),
      element(
        'td',
        {},
        unitList(category, (unit) => unitLink(site, industry.id, category.standardCategoryId, unit)),
      ),
    ),
  );
  const alarms = answer.alerts?.latest ?? [];
  return [
    table(text.plant.totals(windowText(answer.window)), text.plant.totalColumns, totals, 'stacked'),
    element('h3', {}, text.plant.raised),
    alarms.length === 0
      ? element('p', { class: 'quiet' }, text.none)
      : element(
          'ul',
          {},
          alarms.map((alarm) => element('li', {}, alarmText(alarm))),
        ),
  ];
};

const valueText = ({ param, value, measure, quality }) =>
  element(
    'span',
    {},
    `${text.plant.params[param] ?? readable(param)}: ${figure(value)} ${measure}`,
    quality === 'GOOD' ? undefined : element('span', { class: 'quiet' }, ` (${text.plant.qualities[quality] ?? quality})`),
  );

/** Why nothing is known of now, where nobody need wait for it. */
const whyNothingNow = (plant, now) => {
  if (plant.state !== 'paired') return text.plants.states[plant.state];
  return plant.sharesLive ? silence(plant, now) : text.plant.sharesNoLive;
};

/** What a plant measures now, a line a unit; asked again every few seconds while its page is open. */
const liveSection = (plant, now) => {
  const { site } = plant;
  const section = element('section', {}, element('h2', {}, text.plant.live));
  const why = whyNothingNow(plant, now);
  const shown = element('div', {}, element('p', { class: 'quiet' }, why ?? text.plant.waits));
  section.append(shown);
  const renew = async () => {
    const { answer } = await ask(`/api/hub/fleet/plants/${site}/live`);
    const asOfText = ({ receivedAt, now: at }) =>
      (isNow(receivedAt, at) ? text.plant.asOf : text.plant.noMore)(ageText(receivedAt, at));
    const units = answer.industries.flatMap(({ values }) => [...Map.groupBy(values, ({ unitId }) => unitId).values()]);
    if (answer.receivedAt === null || units.length === 0) return;
    shown.replaceChildren(
      element('p', { class: 'quiet' }, asOfText(answer)),
      table(
        text.plant.valuesShown(units.length),
        text.plant.liveColumns,
        units.map((values) =>
          element(
            'tr',
            {},
            element('th', { scope: 'row' }, values[0].unitName),
            element('td', {}, element('span', { class: 'values' }, values.map(valueText))),
          ),
        ),
        'stacked',
      ),
    );
  };
  const askAgain = () => {
    if (!section.isConnected) return clearInterval(timer);
    if (document.visibilityState === 'visible') void renew().catch(() => undefined);
  };
  const timer = setInterval(askAgain, LIVE_MS);
  void renew().catch(() => undefined);
  return section;
};

/** The last proved day first; any earlier one, its month and its year can be chosen. */
const industrySection = ({ site, name }, industry) => {
  const section = element('section', {}, element('h2', {}, besides(industry.name, name) ?? text.plant.measured));
  if (industry.provedTo === null) {
    section.append(element('p', {}, completeness(industry)));
    return section;
  }
  const shown = element('div', {}, element('p', { class: 'quiet' }, text.plant.fetching));
  const day = element('input', { type: 'date', name: 'date', value: industry.provedTo, max: industry.provedTo, required: true });
  const period = element(
    'select',
    { name: 'period' },
    PERIODS.map((type) => element('option', { value: type }, text.plant.periods[type])),
  );
  let asked = 0;
  const renew = async () => {
    if (!day.validity.valid) return;
    asked += 1;
    const own = asked;
    const found = await totalsOf(site, industry, { date: day.value, type: period.value }).catch((error) => [
      element('p', { class: 'refusal' }, error.message),
    ]);
    // the answer to what was chosen last is the one that stays
    if (own === asked) shown.replaceChildren(...found);
  };
  for (const input of [day, period]) input.addEventListener('change', () => void renew());
  section.append(
    element(
      'div',
      { class: 'fields' },
      element('label', {}, element('span', {}, text.plant.day), day),
      element('label', {}, element('span', {}, text.plant.period), period),
    ),
    shown,
  );
  void renew();
  return section;
};

/** What it measured on its last proved day comes first; what it measures now is a long list. */
export const showPlant = async ({ plants, now }, site) => {
  const plant = plants.find((one) => one.site === site);
  if (!plant) return showPlants({ plants, person: {}, now });
  // drawn apart: whoever goes to another page meanwhile does not find this one below it
  const page = element(
    'div',
    {},
    element('h1', {}, plant.name),
    element('section', {}, plantTable(text.plant.state, [plant], now)),
  );
  main.replaceChildren(page);
  const granted = plant.industries.filter(({ isGranted }) => isGranted);
  if (granted.length === 0) page.append(element('section', {}, element('p', {}, text.plant.noGrant)));
  for (const industry of granted) page.append(industrySection(plant, industry));
  page.append(...(await proposing(site)));
  if (granted.length > 0) page.append(liveSection(plant, now));
};
