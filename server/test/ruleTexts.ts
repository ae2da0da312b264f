import type { AlertCategory } from '../features/alarms/model.ts';
import type { RuleFinding } from '../features/alarms/rules/model.ts';

/** Values of one parameter from midnight on, a slot each, with their quality letters. */
export type Written = { values: readonly number[]; letters: string };
type WrittenByParam = Readonly<Record<string, Written>>;

const DAY_SLOTS = 288;
const none: Written = { values: [], letters: '' };
const isMeasured = ({ letters }: Written, at: number): boolean => letters[at] === 'G';
/** Values of the last measured slots up to one, newest first. */
const lastMeasured = (written: Written, at: number, count: number): number[] => {
  const found: number[] = [];
  for (let slot = at; slot >= 0 && found.length < count; slot -= 1)
    if (isMeasured(written, slot)) found.push(written.values[slot] ?? 0);
  return found;
};
/** Measured values of the slots from one to another, both included. */
const measuredIn = (written: Written, from: number, to: number): number[] =>
  written.values.slice(Math.max(0, from), to + 1).filter((_, index) => isMeasured(written, Math.max(0, from) + index));
const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
/** What counts in totals: measured and estimated, not missing or rejected. */
const totalOf = ({ values, letters }: Written, from: number, to: number): number =>
  values.slice(from, to + 1).reduce((sum, value, index) => sum + ('MX'.includes(letters[from + index] ?? 'M') ? 0 : value), 0);

/**
 * What must have been written for an alarm of the plants of the rule properties, from the text of docs/domain.md on each category and
 * with their limits as numbers; no rule is asked.
 */
const texts: Record<AlertCategory, (written: WrittenByParam, at: number, finding: RuleFinding) => boolean> = {
  // without a reading for 15 minutes, or with rejected ones
  device_status: ({ level = none }, at, { param }) => {
    if (param === 'rejected') return level.letters[at] === 'X';
    return param !== 'silence' || [at, at - 1, at - 2].every((slot) => !isMeasured(level, slot));
  },
  // 100 KL a day, alarmed before at 80
  unit_threshold: ({ volume = none }, at, { param }) => {
    const litres = totalOf(volume, at - (at % DAY_SLOTS), at);
    if (param === 'volume:warn') return litres >= 80_000 && litres < 100_000;
    return param === 'volume:forecast' ? litres < 100_000 : litres >= 100_000;
  },
  // 100 KL a month, alarmed before at 80 and after at each further 10
  monthly_threshold: ({ volume = none }, at, { param }) => {
    const litres = totalOf(volume, 0, at);
    const [, step] = param.split(':');
    if (step === 'warn') return litres >= 80_000 && litres < 100_000;
    return litres >= 1000 * Number(step ?? 100);
  },
  // over 10 m3/h, or under 2 while something flows, twice
  flow_rate: ({ flow = none }, at, { direction }) => {
    const last = lastMeasured(flow, at, 2);
    const isOutside = (q: number): boolean => (direction === 'high' ? q > 10 : q > 0 && q < 2);
    return isMeasured(flow, at) && last.length === 2 && last.every(isOutside);
  },
  // for two hours, nine slots of ten measured, never under 0.1 m3/h; a line that must come back to nothing may swing
  stable_flow: ({ volume = none }, at) => {
    const flows = measuredIn(volume, at - 23, at).map((litres) => (litres * 12) / 1000);
    return isMeasured(volume, at) && flows.length >= 0.9 * 24 && Math.min(...flows) >= 0.1;
  },
  // 95 and 15 % of 100 KL
  level_exceed: ({ volume = none }, at, { param, direction }) => {
    const litres = volume.values[at] ?? 0;
    if (!isMeasured(volume, at)) return false;
    if (param === 'level:warn') return litres < 95_000;
    return direction === 'high' ? litres >= 95_000 : litres <= 15_000;
  },
  // the mean of a quarter-hour of which two slots are measured, outside 5.5 to 9
  quality_threshold: ({ ph = none }, at, { direction }) => {
    const quarter = measuredIn(ph, at - 2, at);
    const mean = meanOf(quarter);
    return (at + 1) % 3 === 0 && quarter.length >= 2 && (direction === 'high' ? mean > 9 : mean < 5.5);
  },
  // demand of a block of half an hour over 100 kVA, alarmed before at 90 %; power factor under 0.9 over a block
  energy_threshold: ({ energy = none, apparent = none }, at, { param }) => {
    const from = at - (at % 6);
    const kVA = (meanOf(measuredIn(apparent, from, at)) * 12) / 1000;
    const kW = (meanOf(measuredIn(energy, from, at)) * 12) / 1000;
    if (param === 'demand:warn') return at % 6 >= 1 && at % 6 < 5 && kVA > 90;
    return at % 6 === 5 && (param === 'pf' ? kW / kVA < 0.9 : kVA > 100);
  },
  // deeper than 3 m above the intake at 50 m for three slots in which the pump runs
  borewell_threshold: ({ level = none, volume = none }, at) => {
    let held = 0;
    for (let slot = at; slot >= 0 && held < 3; slot -= 1) {
      if (!isMeasured(level, slot) || 'MX'.includes(volume.letters[slot] ?? 'M')) continue;
      if ((level.values[slot] ?? 0) <= 47 || volume.values[slot] === 0) return false;
      held += 1;
    }
    return held === 3;
  },
};

/** Whether an alarm may become active at a slot by what was written up to then. */
export const mayActivate = (category: AlertCategory, written: WrittenByParam, at: number, finding: RuleFinding): boolean =>
  texts[category](written, at, finding);
