import { alarmFigure } from '../../server/contract/model/alarmFigures.ts';
import { alarmTemplates, fillTemplate, ownLimitSource } from '../../server/contract/model/alarmTexts.ts';
import type { AlarmView } from '../../server/contract/plant/alarms.ts';
import { finePlaces } from '../../server/contract/rules/finePlaces.ts';
import { hindiWords } from './language.ts';
import { formatUpTo, unitLabel } from './numbers.ts';
import { dateOfDmy, formatSpan, isDate, shortDate } from './times.ts';

export type AlarmWords = { title: string; body: string; action: string };
type Params = AlarmView['message']['params'];
type Said = Pick<AlarmView, 'message' | 'title' | 'body' | 'action' | 'unitName' | 'category'>;

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A day, a moment or the first of a month as the person writes it; null for anything else. */
const dayText = (said: string): string | null => {
  const [day = '', time, ...rest] = said.split(' ');
  if (day === '1' && rest.length === 0 && time !== undefined && monthNames.includes(time))
    return shortDate(`2000-${String(monthNames.indexOf(time) + 1).padStart(2, '0')}-01`);
  if (isDate(day.slice(0, 10))) return shortDate(day.slice(0, 10));
  if (!isDate(dateOfDmy(day))) return null;
  const date = shortDate(dateOfDmy(day));
  return time !== undefined && /^\d\d:\d\d$/.test(time) && rest.length === 0 ? `${date}, ${time}` : date;
};

/** Longer spans are written in hours or days. */
const longMinutes = 120;
const isKnown = (code: string): code is keyof typeof alarmTemplates => Object.hasOwn(alarmTemplates, code);

const shown = (name: string, value: number | string, params: Params): string => {
  if (typeof value === 'number') {
    const written = alarmFigure(name, value, params, finePlaces(value, 2));
    return formatUpTo(written.value, written.places);
  }
  if (name === 'u' || name === 'measure') return unitLabel(value);
  const day = dayText(value);
  if (day !== null) return day;
  const hindi = hindiWords();
  if (hindi === null) return value;
  if (name === 'source' && value === ownLimitSource) return hindi.setForThisUnit;
  return name === 'param' ? (hindi.alarmParams[value] ?? value) : value;
};

/** The server writes what any SMS can carry; a screen has the signs themselves. */
const typeset = (sentence: string): string =>
  sentence
    .replaceAll('+-', '±')
    .replaceAll(/\bm([23])(?=\/h\b|[\s,;.)]|$)/g, (_, power: string) => (power === '2' ? 'm²' : 'm³'));

/** An alarm in the person's language; what another program reported keeps its own words in English, its kind and numbers in Hindi. */
export const alarmWords = ({ message: { code, params }, title, body, action, unitName, category }: Said): AlarmWords => {
  const hindi = hindiWords();
  if (code !== null && isKnown(code)) {
    const template = (hindi?.alarmTexts ?? alarmTemplates)[code];
    // long spans are written in hours and days, with their own unit
    const { min } = params;
    const span = typeof min === 'number' && min >= longMinutes ? formatSpan(min) : '';
    const say = (one: string) =>
      fillTemplate(typeset(span === '' ? one : one.replace(/\{min\} (min|मिनट)/, span)), params, (name, value) =>
        shown(name, value, params),
      );
    return { title: say(template.title), body: say(template.body), action: say(template.action) };
  }
  if (hindi === null) return { title: typeset(title), body: typeset(body), action: typeset(action) };
  const numbers = (['value', 'threshold'] as const).flatMap((name) => {
    const number = params[name];
    return typeof number === 'number' ? [`${hindi.reportedNumbers[name]} ${shown(name, number, params)}`] : [];
  });
  return {
    title: `${unitName}: ${hindi.alarmOfCategory[category] ?? ''}`,
    body: numbers.join(', '),
    action: hindi.reportedActions[category] ?? '',
  };
};

/** `texts` are before, between and after the values of the names. */
type Titled = { code: keyof typeof alarmTemplates; names: readonly string[]; texts: readonly string[] };
let titles: readonly Titled[] | undefined;

/** English titles as their parts; the one with the most words of its own first, as it says the most. */
const titleParts = (): readonly Titled[] => {
  titles ??= Object.entries(alarmTemplates)
    .map(([code, { title }]) => ({ code: code as Titled['code'], title: title.replaceAll(/\[[^[\]]*\]/g, '').trim() }))
    .map(({ code, title }) => {
      const parts = title.split(/\{(\w+)\}/);
      return { code, names: parts.filter((_, at) => at % 2 === 1), texts: parts.filter((_, at) => at % 2 === 0) };
    })
    .sort((a, b) => b.texts.join('').length - a.texts.join('').length);
  return titles;
};

/** The values of the names of a title, one character each at least; null where it is another title. */
const valuesIn = (title: string, [first = '', ...texts]: readonly string[]): string[] | null => {
  if (texts.length === 0) return title === first ? [] : null;
  if (!title.startsWith(first)) return null;
  const values: string[] = [];
  let from = first.length;
  for (const [at, text] of texts.entries()) {
    const isLast = at === texts.length - 1;
    const to = isLast ? title.length - text.length : title.indexOf(text, from + 1);
    if (to <= from || !title.startsWith(text, to)) return null;
    values.push(title.slice(from, to));
    from = to + text.length;
  }
  return values;
};

/** The title of an alarm that a document of the server has as English words alone, in the person's language. */
export const retitled = (title: string): string => {
  const hindi = hindiWords();
  if (hindi === null) return title;
  for (const { code, names, texts } of titleParts()) {
    const values = valuesIn(title, texts);
    if (values === null) continue;
    const params = Object.fromEntries(names.map((name, at) => [name, values[at] ?? '']));
    return fillTemplate(typeset(hindi.alarmTexts[code].title), params, (name, value) => shown(name, value, params));
  }
  return title;
};
