import { ask, changed } from './ask.js';
import { dateText, element, field, form, table, timeText } from './elements.js';
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

const alarmMarks = (openAlarms) =>
  openAlarms.length === 0
    ? element('span', { class: 'quiet' }, text.plants.noAlarms)
    : element(
        'span',
        { class: 'alarms' },
        openAlarms.map(({ priority, count }) =>
          element('span', { class: `alarm alarm-${priority}` }, text.plants.alarms(count, text.plants.priorities[priority])),
        ),
      );

/** How old what came last is; said by what the hub received, so that no clock of a plant counts. */
export const ageText = (iso) => {
  const seconds = Math.max(0, Math.round((Date.now() - Date.parse(iso)) / 1000));
  return seconds < 90 ? text.plants.secondsAgo(seconds) : text.plants.minutesAgo(Math.round(seconds / 60));
};

const liveText = ({ live }) =>
  live ? element('div', { class: 'quiet' }, text.plants.now(live.good, live.all, ageText(live.receivedAt))) : undefined;

/** Plants send every hour; of one that has not for three nobody can say that it sends. */
const SILENT_HOURS = 3;
const stateText = ({ state, lastRequest }) => {
  const { states, silentHours, silentDays } = text.plants;
  if (state !== 'paired' || lastRequest === null) return states[state];
  const hours = Math.floor((Date.now() - Date.parse(lastRequest)) / 3_600_000);
  if (hours < SILENT_HOURS) return states[state];
  return hours < 48 ? silentHours(hours) : silentDays(Math.floor(hours / 24));
};

const plantRows = ({ site, name, state, lastRequest, industries }) => {
  const whole = Math.max(industries.length, 1);
  const first = [
    element('th', { scope: 'row', rowspan: whole }, element('a', { href: `#plant/${site}` }, name)),
    element(
      'td',
      { rowspan: whole },
      stateText({ state, lastRequest }),
      element(
        'div',
        { class: 'quiet' },
        lastRequest === null ? text.plants.neverHeard : text.plants.lastRequest(timeText(lastRequest)),
      ),
    ),
  ];
  if (industries.length === 0)
    return [element('tr', {}, first, element('td', { colspan: 3, class: 'quiet' }, text.plants.nothingSent))];
  return industries.map((industry, index) =>
    element(
      'tr',
      {},
      index === 0 ? first : [],
      element('td', {}, industry.name),
      element('td', {}, completeness(industry), liveText(industry)),
      element('td', {}, alarmMarks(industry.openAlarms)),
    ),
  );
};

export const plantTable = (caption, plants) => table(caption, text.plants.columns, plants.flatMap(plantRows), 'stacked');

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
    element('button', { type: 'button', click: () => void make() }, text.pairing.make),
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

export const showPlants = ({ plants, person }) => {
  const waiting = person.isOwner ? plants.filter(({ state }) => state === 'waiting' || state === 'forked') : [];
  main.replaceChildren(
    element('h1', {}, text.pages.plants),
    element(
      'section',
      {},
      plants.length === 0 ? element('p', {}, text.plants.nothingToSee) : plantTable(text.plants.count(plants.length), plants),
    ),
    ...waiting.map(confirming),
    ...(person.isOwner ? [pairing(), hubKey()] : []),
  );
};
