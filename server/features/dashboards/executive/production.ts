import type { IndustryFacts } from '../../../contract/model/industryFacts.ts';
import { dateOfDay, daysOfMonth } from '../../../core/shift.ts';

type Production = IndustryFacts['production'];
/** What was made: tonnes, KL or pieces. Things of different kinds do not add up. */
export type Made = { kind: 't' | 'KL' | 'piece'; quantity: number };

const kinds: Record<Production[number]['unit'], { kind: Made['kind']; factor: number }> = {
  kg: { kind: 't', factor: 0.001 },
  t: { kind: 't', factor: 1 },
  L: { kind: 'KL', factor: 0.001 },
  KL: { kind: 'KL', factor: 1 },
  piece: { kind: 'piece', factor: 1 },
};

/** What a month (YYYY-MM) made; null where nothing was entered, or things of different kinds. */
const madeIn = (production: Production, month: string): Made | null => {
  const entries = production.filter((entry) => entry.month === month);
  const [first] = entries;
  if (!first) return null;
  const { kind } = kinds[first.unit];
  if (entries.some(({ unit }) => kinds[unit].kind !== kind)) return null;
  return { kind, quantity: entries.reduce((sum, { quantity, unit }) => sum + quantity * kinds[unit].factor, 0) };
};

/** Months that are wholly in the days [fromDay, lastDay] and have production of one kind, the kind of the first. */
export const producedMonths = (
  production: Production,
  fromDay: number,
  lastDay: number,
): { fromDay: number; toDay: number; made: Made }[] => {
  const months: { fromDay: number; toDay: number; made: Made }[] = [];
  for (let day = fromDay; day <= lastDay; ) {
    const name = dateOfDay(day).slice(0, 7);
    const month = daysOfMonth(name);
    const made = month.fromDay === day && month.toDay <= lastDay ? madeIn(production, name) : null;
    if (made && (months.length === 0 || months[0]?.made.kind === made.kind)) months.push({ ...month, made });
    day = month.toDay + 1;
  }
  return months;
};
