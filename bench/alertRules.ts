/** 1,000 units with every alarm that their kind can have, evaluated slot by slot over a shift day: rules and machine, without storage. */
import { performance } from 'node:perf_hooks';
import type { UnitMeta } from '../server/contract/model/units.ts';
import { uniformAt } from '../server/core/random.ts';
import { dayNumber } from '../server/core/shift.ts';
import { code } from '../server/core/slots.ts';
import { type ConditionState, idle, transition } from '../server/features/alarms/lifecycle/machine.ts';
import { rules } from '../server/features/alarms/rules/list.ts';
import { prepareRules } from '../server/features/alarms/rules/prepareRules.ts';
import { DaySums, ReadingView, type SlotSource } from '../server/features/alarms/rules/readingView.ts';
import { timingOf } from '../server/features/alarms/rules/timing.ts';
import { alarmKey } from '../server/features/alarms/subject.ts';
import type { DayTotal } from '../server/historian/read/reader.ts';
import { factsOf } from '../server/plantModel/facts.ts';
import type { Unit } from '../server/plantModel/model.ts';
import { feed, settingsWith } from '../server/test/alertRig.ts';
import { goal, quantile } from '../server/test/readingsLoad.ts';
import { TestPlant } from '../server/test/testPlant.ts';

const UNITS = 1000;
const DATE = '2026-03-10';
const DAY_SLOTS = 288;
const LAST_SLOTS = 48;
const ROUNDS = 3;

const meter = { modulus: 1e8, basePerCount: 10, maxPerHour: 10_000 };
const switches = { daily_threshold: true, monthly_threshold: true, level_exceed: true, stable_flow: true };
const flow: UnitMeta = { meter, unitThreshold: 170, monthlyThreshold: 1500, flowHigh: 11.9, flowLow: 2, alertEnabled: switches };
const kinds: { type: Unit['type']; feeds: string[]; meta: UnitMeta; maxCapacity?: number }[] = [
  { type: 'flow', feeds: ['volume', 'flow'], meta: flow },
  { type: 'flow', feeds: ['volume', 'flow'], meta: { ...flow, alertParams: { stable_flow: { quietFrom: 'always' } } } },
  { type: 'flow', feeds: ['volume', 'flow'], meta: { ...flow, alertParams: { stable_flow: { mode: 'night' } } } },
  {
    type: 'stock',
    feeds: ['level'],
    maxCapacity: 1,
    meta: {
      tank: { shape: 'vertical_cylinder', diameter: 0.5, height: 5 },
      highThreshold: 95,
      lowThreshold: 20,
      alertEnabled: switches,
    },
  },
  { type: 'level', feeds: ['level'], meta: { highThreshold: 950, lowThreshold: 20, alertEnabled: switches } },
  {
    type: 'quality',
    feeds: ['ph', 'cod', 'tss'],
    meta: {
      params: Object.fromEntries(['ph', 'cod', 'tss'].map((name) => [name, { name, unit: 'mg/L', lt: 20, ht: 950 }])),
      alertEnabled: { ph: true, cod: true, tss: true },
    },
  },
  {
    type: 'energy',
    feeds: ['energy', 'apparent'],
    meta: {
      meter,
      unitThreshold: 170,
      contractKVA: 9,
      ratedKW: 9,
      flowUnitId: 'u0',
      monthlyThreshold: 1500,
      alertEnabled: switches,
    },
  },
  {
    type: 'borewell',
    feeds: ['volume', 'level'],
    meta: {
      ...flow,
      well: {
        pumpIntakeMbgl: 950,
        ratedFlowM3h: 12,
        pumpKW: 8,
        piezometer: false,
        noc: { number: 'N', validTo: '2027-01-01', permittedKLD: 170, permittedKLY: 40_000 },
      },
      alertParams: { borewell_threshold: { staticLimitMbgl: 900 } },
    },
  },
];

const plant = new TestPlant().addCategory('SOURCE_CATEGORY', ['s']);
for (let at = 0; at < UNITS; at += 1) {
  const { feeds, ...kind } = kinds[at % kinds.length] as (typeof kinds)[number];
  const id = `u${at}`;
  plant.addUnit({ id, subCategoryId: 's', ...kind, feeds: feeds.map((param) => feed(id, param)) });
}

const today = dayNumber(DATE);
/** About 0.5 KL a slot, and a level or a quality between 0 and 1,000; every hundredth slot is missing, as on a bad line. */
const block = (seriesId: number, day: number) => {
  const { firstSlot, slots } = plant.calendar.windowOfDay(day);
  const values = new Float64Array(slots);
  const quality = new Uint8Array(slots).fill(code.G);
  for (let at = 0; at < slots; at += 1) {
    values[at] = uniformAt(1, seriesId, firstSlot + at) * 1000;
    if (uniformAt(2, seriesId, firstSlot + at) < 0.01) quality[at] = code.M;
  }
  return { firstSlot, values, quality };
};
const memory = new Map<number, ReturnType<typeof block>>();
const letters = (quality: Uint8Array): string => Buffer.from(quality).toString('latin1');
const source: SlotSource = {
  inMemory: (seriesId, day) => {
    if (day < today - 1) return undefined;
    const key = seriesId * 2 + (today - day);
    const known = memory.get(key) ?? block(seriesId, day);
    memory.set(key, known);
    return known;
  },
  slots: (seriesId, fromSlot) => {
    const { values, quality } = block(seriesId, plant.calendar.dayOfSlot(fromSlot));
    return { fromSlot, values, quality: letters(quality) };
  },
  dayTotals: ([seriesId = 0], fromDay, toDay) =>
    Array.from({ length: toDay - fromDay + 1 }, (_, at) => ({ seriesId, day: fromDay + at, sum: 144_000 }) as DayTotal),
  counterEvents: () => [],
};

const settings = settingsWith();
const ready = prepareRules(plant.units('DEMO'), settings, factsOf(undefined));
const sums = new DaySums();
const states = new Map<string, ConditionState>();
let [found, steps] = [0, 0];

const validateReading = (slot: number): void => {
  const view = new ReadingView({ source, calendar: plant.calendar, sums }, slot);
  let unit: Unit | undefined;
  for (const one of ready) {
    if (one.unit !== unit) view.release();
    unit = one.unit;
    for (const finding of one.evaluate(view)) {
      found += 1;
      const key = alarmKey(one.unit.id, one.rule.category, finding);
      const before = states.get(key) ?? idle;
      const next = transition(before, finding, timingOf(settings.categories[one.rule.category], finding), slot, false);
      if (next.state !== before) states.set(key, next.step?.kind === 'raised' ? { ...next.state, alarmId: key } : next.state);
      if (next.step) steps += 1;
    }
  }
};

const { firstSlot } = plant.calendar.window(DATE);
/** One shift day from nothing; the first is also what compiles the code. */
const day = (): number[] => {
  states.clear();
  [found, steps] = [0, 0];
  return Array.from({ length: DAY_SLOTS }, (_, at) => {
    const startedMs = performance.now();
    validateReading(firstSlot + at);
    return performance.now() - startedMs;
  });
};
// the quietest day says what the rules cost, the others what else ran on the machine
const [times = []] = Array.from({ length: ROUNDS }, day).toSorted((a, b) => quantile(a, 0.5) - quantile(b, 0.5));

console.log(
  `${UNITS} units, ${rules.length} rules, ${ready.length} that watch something, ${Math.round(found / DAY_SLOTS)} findings a slot, ${steps} steps in the day`,
);
goal('a slot, median of the day', quantile(times, 0.5), 'ms', (value) => value < 30, '< 30');
goal('a slot, median of the last four hours', quantile(times.slice(-LAST_SLOTS), 0.5), 'ms', (value) => value < 30, '< 30');
goal('a slot, p95 of the day', quantile(times, 0.95), 'ms', (value) => value < 60, '< 60');
const slowest = times.toSorted((a, b) => b - a).slice(0, 5);
console.log(`slowest slots, which end nights and begin profiles: ${slowest.map((ms) => ms.toFixed(1)).join(', ')} ms`);
