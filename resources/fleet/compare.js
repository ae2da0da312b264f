import { ask, changed } from './ask.js';
import { dateText, element, field, figure, form, monthText, preciseFigure, table } from './elements.js';
import { besides } from './plants.js';
import { positions } from './positions.js';
import { text } from './words/language.js';

const main = document.getElementById('main');

/** Its length is set as a property: the page allows no style in an attribute. */
const share = (value) => {
  const bar = element('span', { class: 'bar' });
  bar.style.inlineSize = `${(100 * value).toFixed(1)}%`;
  return bar;
};

/** Of the days that have a total: a plant with few days has not taken in little. */
const daily = (water) => (water == null || water.days === 0 ? null : water.kl / water.days);

const changeText = ({ intake, before }) => {
  const [now, then] = [daily(intake), daily(before)];
  if (now === null || !(then > 0)) return text.compare.noBefore;
  const percent = Math.round((100 * (now - then)) / then);
  return percent === 0 ? text.compare.same : percent > 0 ? text.compare.more(percent) : text.compare.less(-percent);
};

/** A benchmark: what was taken in for what was made. */
const productText = (product) =>
  product == null
    ? text.compare.noProduct
    : [
        text.compare.product(preciseFigure(product.klPer), text.compare.kinds[product.kind]),
        element('div', { class: 'quiet' }, text.compare.months(product.months, monthText(product.lastMonth))),
      ];

/** The plant that takes in most first: its bar is the longest. */
const rowsOf = (industries, days, nameOf) => {
  const intakeOf = ({ water }) => daily(water?.intake);
  const most = Math.max(...industries.map((one) => intakeOf(one) ?? 0));
  return industries
    .toSorted((a, b) => (intakeOf(b) ?? -1) - (intakeOf(a) ?? -1))
    .map((one) => {
      const { site, name, provedTo, water } = one;
      const [intake, used] = [intakeOf(one), daily(water?.used)];
      return element(
        'tr',
        {},
        element(
          'th',
          { scope: 'row' },
          element('a', { href: `#plant/${site}` }, nameOf(site)),
          besides(name, nameOf(site)) && element('div', { class: 'quiet' }, name),
        ),
        element(
          'td',
          {},
          intake === null ? text.compare.unknown : text.compare.daily(figure(intake)),
          intake === null || most === 0 ? undefined : share(intake / most),
          water?.intake && water.intake.days < days
            ? element('div', { class: 'quiet' }, text.compare.ofDays(water.intake.days))
            : undefined,
        ),
        element('td', {}, changeText(water ?? {})),
        element('td', {}, used === null ? text.compare.unknown : text.compare.used(figure(used))),
        element('td', {}, productText(water?.product)),
        element('td', {}, water?.completeness == null ? text.compare.unknown : text.compare.measured(figure(water.completeness))),
        element('td', {}, provedTo === null ? text.plants.nothingSent : text.compare.to(dateText(provedTo))),
      );
    });
};

/** Where a plant is; for owners, because the plant itself does not say it. */
const placing = (plants) => {
  const choose = element(
    'label',
    {},
    element('span', {}, text.compare.plant),
    element(
      'select',
      { name: 'site' },
      plants.map(({ site, name }) => element('option', { value: site }, name)),
    ),
  );
  const degrees = (label, name, most) =>
    field(label, { name, type: 'number', step: 'any', min: -most, max: most, required: true });
  return form(
    text.compare.setPlace,
    element(
      'div',
      { class: 'fields' },
      choose,
      degrees(text.compare.latitude, 'latitude', 90),
      degrees(text.compare.longitude, 'longitude', 180),
    ),
    text.compare.save,
    async ({ site, latitude, longitude }) => {
      const body = { latitude: Number(latitude), longitude: Number(longitude) };
      await ask(`/api/hub/admin/plants/${site}/place`, { method: 'PUT', body });
      changed();
    },
  );
};

/** Plants beside each other: where they are, and what they take in by the totals of their proved days. */
export const showComparison = async ({ plants, person }) => {
  const { answer } = await ask('/api/hub/fleet/comparison');
  const { days, industries, unreadable } = answer;
  const names = new Map(plants.map(({ site, name }) => [site, name]));
  const drawn = positions(plants);
  main.replaceChildren(
    element('h1', {}, text.pages.compare),
    element(
      'section',
      {},
      industries.length === 0
        ? element('p', {}, text.compare.noGrant)
        : table(
            text.compare.caption(days),
            text.compare.columns,
            rowsOf(industries, days, (site) => names.get(site) ?? site),
            'stacked',
          ),
      unreadable.length > 0
        ? element('p', {}, text.compare.unreadable(unreadable.map((site) => names.get(site) ?? site).join('; ')))
        : undefined,
    ),
    element(
      'section',
      {},
      element('h2', {}, text.compare.where),
      drawn ?? element('p', { class: 'quiet' }, text.compare.noPlaces),
    ),
    ...(person.isOwner && plants.length > 0 ? [placing(plants)] : []),
  );
};
