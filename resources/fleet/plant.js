import { ask } from './ask.js';
import { dateText, element, figure, table } from './elements.js';
import { ageText, completeness, plantTable, showPlants } from './plants.js';
import { proposing } from './proposals.js';
import { text } from './words/language.js';

const main = document.getElementById('main');
const LIVE_MS = 3000;

const dmy = (iso) => iso.split('-').reverse().join('/');

/** Names without words of their own: ID_SOURCE and SOURCE_CATEGORY are shown as Source, feed_pressure as Feed pressure. */
const readable = (id) => {
  const words = id
    .replace(/^ID_|_CATEGORY$/g, '')
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
      // several categories may have one name
      element('th', { scope: 'row' }, name, element('div', { class: 'quiet' }, readable(standardCategoryId))),
      element('td', { class: 'number' }, figure(total.value)),
      element('td', {}, total.unit ?? siUnit),
      element('td', { class: 'number' }, `${figure(total.completeness)} %`),
      element('td', {}, text.plant.units(units.length)),
    ),
  );
  const alarms = answer.alerts?.latest ?? [];
  return [
    table(text.plant.totals(dateText(provedTo)), text.plant.totalColumns, totals, 'stacked'),
    element('h2', {}, text.plant.raised),
    alarms.length === 0
      ? element('p', { class: 'quiet' }, text.none)
      : element(
          'ul',
          {},
          alarms.map(({ unitName, description }) => element('li', {}, `${unitName}: ${description.title}`)),
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

/** What a plant measures now, a line a unit; asked again every few seconds while its page is open. */
const liveSection = (site) => {
  const section = element('section', {}, element('h2', {}, text.plant.live));
  const shown = element('div', {}, element('p', { class: 'quiet' }, text.plant.waits));
  section.append(shown);
  const renew = async () => {
    const { answer } = await ask(`/api/hub/fleet/plants/${site}/live`);
    const units = answer.industries.flatMap(({ values }) => [...Map.groupBy(values, ({ unitId }) => unitId).values()]);
    if (answer.receivedAt === null || units.length === 0) return;
    shown.replaceChildren(
      element('p', { class: 'quiet' }, text.plant.asOf(ageText(answer.receivedAt))),
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

const industrySection = async (site, industry) => {
  const section = element('section', {}, element('h2', {}, industry.name));
  try {
    section.append(...(industry.provedTo === null ? [element('p', {}, completeness(industry))] : await dayOf(site, industry)));
  } catch (error) {
    section.append(element('p', { class: 'refusal' }, error.message));
  }
  return section;
};

/** What it measured on its last proved day comes first; what it measures now is a long list. */
export const showPlant = async ({ plants }, site) => {
  const plant = plants.find((one) => one.site === site);
  if (!plant) return showPlants({ plants, person: {} });
  // drawn apart: whoever goes to another page meanwhile does not find this one below it
  const page = element('div', {}, element('h1', {}, plant.name), element('section', {}, plantTable(text.plant.state, [plant])));
  main.replaceChildren(page);
  const granted = plant.industries.filter(({ isGranted }) => isGranted);
  if (granted.length === 0) page.append(element('section', {}, element('p', {}, text.plant.noGrant)));
  for (const industry of granted) page.append(await industrySection(site, industry));
  page.append(...(await proposing(site)));
  if (granted.length > 0) page.append(liveSection(site));
};
