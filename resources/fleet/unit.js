import { ask } from './ask.js';
import { bars } from './chart.js';
import { dateText, element, figure, table } from './elements.js';
import { dmy, PERIODS, windowText } from './periods.js';
import { showPlants } from './plants.js';
import { text } from './words/language.js';

const main = document.getElementById('main');
/** Letters of a value that is not known. */
const UNKNOWN = 'MX';

/** The address of a unit's page. */
export const unitLink = (site, industry, category, unit) =>
  `#${['plant', site, industry, category, unit].map(encodeURIComponent).join('/')}`;

/** Up to which proved day it is, and that nothing of it is of now. */
const asOfText = (asOf) => {
  const [proved = 'none'] = (asOf ?? '').split(';');
  return proved === 'none' ? text.unit.notProved : text.unit.asOf(dateText(proved));
};

const factList = (facts) =>
  element(
    'dl',
    { class: 'facts' },
    facts.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]),
  );

/** What a unit measured in a stretch of closed days, by the plant's own User API. */
const measured = async ({ site, industry, category, unit }, { date, type }) => {
  const query = new URLSearchParams({ date1: dmy(date), type, category: `ALL_CATEGORIES_V2|${category}`, unitId: unit });
  const { answer, asOf } = await ask(`/plants/${site}/api/user/deviceDataV2?${query}`, { industry });
  const [found] = answer.categories.flatMap(({ subCategories }) => subCategories.flatMap(({ units }) => units));
  if (!found) return { name: undefined, shown: [element('p', {}, text.unit.nothing)] };
  const { displayName, siUnit, total, avg, min, max, completeness, graph } = found;
  const values = graph.values.map((value, at) => (UNKNOWN.includes(graph.quality[at]) ? null : value));
  const withUnit = (value) => `${figure(value)} ${siUnit}`;
  const title = text.unit.course(windowText(answer.window));
  return {
    name: displayName,
    shown: [
      element('p', { class: 'quiet' }, asOfText(asOf)),
      factList([
        ...(total === null ? [] : [[text.unit.total, withUnit(total)]]),
        [text.unit.mean, withUnit(avg)],
        [text.unit.least, withUnit(min)],
        [text.unit.most, withUnit(max)],
        [text.unit.measured, `${figure(completeness)} %`],
      ]),
      bars(`${displayName}, ${title}`, values),
      table(
        title,
        [text.unit.when, siUnit],
        values.map((value, at) =>
          element(
            'tr',
            {},
            element('th', { scope: 'row' }, graph.labels?.[at] ?? String(at + 1)),
            element('td', { class: 'number' }, figure(value)),
          ),
        ),
      ),
    ],
  };
};

/** A unit of a plant: its closed days, a day by the hour, a month by the day, a year by the month. Nothing can be changed here. */
export const showUnit = ({ plants, now }, site, of) => {
  const [industryId, category, unit] = of;
  const plant = plants.find((one) => one.site === site);
  const industry = plant?.industries.find(({ id, isGranted }) => id === industryId && isGranted);
  if (!industry) return showPlants({ plants, person: {}, now });
  const heading = element('h1', {}, unit);
  const back = element('p', {}, element('a', { href: `#plant/${site}` }, text.unit.back(plant.name)));
  if (industry.provedTo === null) {
    main.replaceChildren(element('div', {}, heading, back, element('p', {}, text.unit.notProved)));
    return;
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
    const found = await measured({ site, industry: industryId, category, unit }, { date: day.value, type: period.value }).catch(
      (error) => ({ shown: [element('p', { class: 'refusal' }, error.message)] }),
    );
    // the answer to what was chosen last is the one that stays
    if (own !== asked) return;
    if (found.name) heading.textContent = found.name;
    shown.replaceChildren(...found.shown);
  };
  for (const input of [day, period]) input.addEventListener('change', () => void renew());
  const fields = element(
    'div',
    { class: 'fields' },
    element('label', {}, element('span', {}, text.plant.day), day),
    element('label', {}, element('span', {}, text.unit.period), period),
  );
  main.replaceChildren(element('div', {}, heading, back, element('section', {}, fields, shown)));
  void renew();
};
