import { alarmTemplates, fillTemplate, ownLimitSource } from '../../server/contract/model/alarmTexts.ts';
import type { AlarmView } from '../../server/contract/plant/alarms.ts';
import { alarmOfCategory, alarmParams, alarmTexts, setForThisUnit } from './hi/alarmTexts.ts';
import { language } from './language.ts';
import { formatUpTo, unitLabel } from './numbers.ts';
import { formatSpan, isDate, shortDate } from './times.ts';

export type AlarmWords = { title: string; body: string; action: string };
type Said = Pick<AlarmView, 'message' | 'title' | 'body' | 'action' | 'unitName' | 'category'>;

/** Longer spans are written in hours or days. */
const longMinutes = 120;
const placesOf: Record<string, number> = { pct: 0, min: 0, n: 0, h: 1 };
const isKnown = (code: string): code is keyof typeof alarmTemplates => Object.hasOwn(alarmTemplates, code);

const shown = (name: string, value: number | string): string => {
  if (typeof value === 'number') return formatUpTo(value, Math.abs(value) >= 1000 ? 0 : (placesOf[name] ?? 2));
  if (name === 'u' || name === 'measure') return unitLabel(value);
  if (isDate(value.slice(0, 10))) return shortDate(value.slice(0, 10));
  if (language() === 'en') return value;
  if (name === 'source' && value === ownLimitSource) return setForThisUnit;
  return name === 'param' ? (alarmParams[value] ?? value) : value;
};

/** An alarm in the person's language; what another program reported, and what has no code, keeps its own words in English. */
export const alarmWords = ({ message: { code, params }, title, body, action, unitName, category }: Said): AlarmWords => {
  if (code !== null && isKnown(code)) {
    const template = (language() === 'en' ? alarmTemplates : alarmTexts)[code];
    // long spans are written in hours and days, with their own unit
    const { min } = params;
    const span = typeof min === 'number' && min >= longMinutes ? formatSpan(min) : '';
    const say = (one: string) => fillTemplate(span === '' ? one : one.replace(/\{min\} (min|मिनट)/, span), params, shown);
    return { title: say(template.title), body: say(template.body), action: say(template.action) };
  }
  if (language() === 'en') return { title, body, action };
  return { title: `${unitName}: ${alarmOfCategory[category] ?? ''}`, body: '', action: '' };
};
