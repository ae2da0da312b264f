import { ask, changed } from './ask.js';
import { button, dateText, element, field, form, table, timeText } from './elements.js';
import { hubKey } from './hubKey.js';
import { text } from './words/language.js';

const main = document.getElementById('main');

/** Up to which day an industry is complete, and up to which its plant says that it has days. */
export const completeness = ({ closedTo, provedTo }) => {
  const { nothingSent, nothingProved, proved, provedSome } = text.plants;
  if (provedTo === null) return closedTo === null ? nothingSent : nothingProved(dateText(closedTo));
  return closedTo !== null && closedTo > provedTo
    ? provedSome(dateText(provedTo), dateText(closedTo))
    : proved(dateText(provedTo));
};

/** What nobody has seen to stands out, as in the panel of a plant. */
const alarmMark = ({ priority, count, acknowledged }) => {
  const said = text.plants.alarms(count, text.plants.priorities[priority]);
  return acknowledged === count
    ? element('span', { class: 'alarm alarm-seen' }, text.plants.acknowledged(said))
    : element(
        'span',
        { class: `alarm alarm-${priority}` },
        acknowledged === 0 ? said : text.plants.someAcknowledged(said, acknowledged),
      );
};
/** Of a plant that is not heard, when it was so. */
const alarmMarks = (openAlarms, asOf) => [
  openAlarms.length === 0
    ? element('span', { class: 'quiet' }, text.plants.noAlarms)
    : element('span', { class: 'alarms' }, openAlarms.map(alarmMark)),
  asOf === undefined ? undefined : element('div', { class: 'quiet' }, text.plants.asOf(asOf)),
];

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How old what came last is; by the clock of the hub, so that neither a plant's counts nor the reader's. */
export const ageText = (iso, now) => {
  const seconds = Math.max(0, Math.round((Date.parse(now) - Date.parse(iso)) / 1000));
  return seconds < 90 ? text.plants.secondsAgo(seconds) : text.plants.minutesAgo(Math.round(seconds / 60));
};

/** Values come every few seconds while somebody looks: a minute later they are no longer those of now. */
export const isNow = (iso, now) => Date.parse(now) - Date.parse(iso) < MINUTE_MS;

const liveText = ({ live }, now) =>
  live && isNow(live.receivedAt, now)
    ? element('div', { class: 'quiet' }, text.plants.now(live.good, live.all, ageText(live.receivedAt, now)))
    : undefined;

/** Plants send every hour; of one that has not for three nobody can say that it sends. */
const SILENT_HOURS = 3;
/** @returns for how long a plant that should send has not been heard; undefined where that is not long. */
export const silence = ({ state, lastRequest }, now) => {
  if (state !== 'paired' || lastRequest === null) return undefined;
  const hours = Math.floor((Date.parse(now) - Date.parse(lastRequest)) / HOUR_MS);
  if (hours < SILENT_HOURS) return undefined;
  return hours < 48 ? text.plants.silentHours(hours) : text.plants.silentDays(Math.floor(hours / 24));
};

/** What an industry is called beside its plant: a plant of one industry has its name, and it is said once. */
export const besides = (industry, plant) => (industry === plant ? undefined : industry);
/** A plant and one of its industries, in one line. */
export const bothNames = (plant, industry) => [plant, besides(industry, plant)].filter(Boolean).join(', ');

const MOST_DAYS_NAMED = 5;
/** A plant that was restored has other days than it sent before: which, the newest first. */
const unequalText = ({ unequalDays }) => {
  if (unequalDays.length === 0) return undefined;
  const named = unequalDays.toReversed().slice(0, MOST_DAYS_NAMED).map(dateText).join('; ');
  const more = unequalDays.length > MOST_DAYS_NAMED ? '; …' : '';
  return element('div', {}, text.plants.unequal(unequalDays.length, named + more));
};

const INDUSTRY_COLUMN = 2;
/** @param named industries are called otherwise than their plants. */
const plantRows = (now, named) => (plant) => {
  const { site, name, state, lastRequest, industries, isReadable } = plant;
  const silent = silence(plant, now);
  const whole = Math.max(industries.length, 1);
  const first = [
    element('th', { scope: 'row', rowspan: whole }, element('a', { href: `#plant/${site}` }, name)),
    element(
      'td',
      { rowspan: whole },
      silent ?? text.plants.states[state],
      element(
        'div',
        { class: 'quiet' },
        lastRequest === null ? text.plants.neverHeard : text.plants.lastRequest(timeText(lastRequest)),
      ),
    ),
  ];
  if (industries.length === 0)
    return [
      element(
        'tr',
        {},
        first,
        element('td', { colspan: named ? 3 : 2, class: 'quiet' }, isReadable ? text.plants.nothingSent : text.plants.unreadable),
      ),
    ];
  return industries.map((industry, index) =>
    element(
      'tr',
      {},
      index === 0 ? first : [],
      named ? element('td', {}, industry.name) : undefined,
      element('td', {}, completeness(industry), unequalText(industry), liveText(industry, now)),
      element('td', {}, alarmMarks(industry.openAlarms, silent && timeText(lastRequest))),
    ),
  );
};

export const plantTable = (caption, plants, now) => {
  const named = plants.some(({ name, industries }) => industries.some((one) => besides(one.name, name)));
  const columns = text.plants.columns.filter((_, place) => named || place !== INDUSTRY_COLUMN);
  return table(caption, columns, plants.flatMap(plantRows(now, named)), 'stacked');
};

const pairing = () => {
  const result = element('div', {});
  const make = async () => {
    const { answer } = await ask('/api/hub/admin/codes', { method: 'POST', body: {} });
    result.replaceChildren(element('p', { class: 'code' }, answer.code), element('p', {}, text.pairing.made(answer.words)));
  };
  return element(
    'section',
    {},
    element('h2', {}, text.pairing.title),
    element('p', { class: 'quiet' }, text.pairing.hint),
    button(text.pairing.make, {}, make),
    result,
  );
};

const confirming = ({ site, name }) =>
  form(
    text.pairing.wants(name),
    [field(text.pairing.words, { name: 'words', autocomplete: 'off' })],
    text.pairing.confirm,
    async ({ words }) => {
      await ask(`/api/hub/admin/plants/${site}/confirm`, { method: 'POST', body: { words } });
      changed();
    },
  );

export const showPlants = ({ plants, coming = [], person, now }) => {
  const waiting = person.isOwner ? plants.filter(({ state }) => state === 'waiting' || state === 'forked') : [];
  main.replaceChildren(
    element('h1', {}, text.pages.plants),
    element(
      'section',
      {},
      plants.length === 0
        ? element('p', {}, text.plants.nothingToSee)
        : plantTable(text.plants.count(plants.length), plants, now),
      coming.length === 0 ? undefined : element('p', { class: 'quiet' }, text.plants.coming(coming.join('; '))),
    ),
    ...waiting.map(confirming),
    ...(person.isOwner ? [pairing(), hubKey()] : []),
  );
};
