import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { QualityLetter } from '../../../contract/model/common.ts';
import { type QualityParam, readQuality } from '../../../contract/plant/readings/watch.ts';
import type { DeviceDataV2 } from '../../../contract/user/deviceData.ts';
import type { DeviceDataV1 } from '../../../contract/user/deviceDataV1.ts';
import { ManualClock } from '../../../core/clock.ts';
import { CooperativeScheduler } from '../../../core/cooperativeScheduler.ts';
import { dateOfDay, dayNumber } from '../../../core/shift.ts';
import { SLOT_MS } from '../../../core/slots.ts';
import { seededRandom } from '../../../test/doors/seededRandom.ts';
import { sessionsOf, someCaller, startRig } from '../../../test/httpRig.ts';
import { TestPlant } from '../../../test/testPlant.ts';
import { readingRoutes } from '../routes.ts';

/** Some seconds; HEADWORKS_TEST_SEED makes others. */
const RUNS = 24;
const DAYS = 9;

type Slot = { value: number; letter: QualityLetter };
type Limits = { lt: number | null; ht: number | null };
type Made = {
  plant: TestPlant;
  zone: string;
  today: number;
  nowSlot: number;
  limits: Readonly<Record<string, Limits>>;
  values: Readonly<Record<string, Map<number, Slot>>>;
  /** Litres that passed the sensors, and the most of a slot that is no flow; undefined without a meter. */
  water: { litres: Map<number, Slot>; leastL: number } | undefined;
};

const zones = ['Asia/Kolkata', 'Europe/Berlin', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns', 'UTC'];
const starts = ['06:00:00', '05:05:00', '22:10:00', '13:35:00', '00:20:00', '06:45:00'];
const dates = ['2026-03-31', '2026-04-06', '2026-10-27', '2026-11-03', '2026-06-02', '2026-03-10'];

const madeQuality = (seed: number): Made => {
  const next = seededRandom(seed);
  const pick = <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)] as T;
  const zone = pick(zones);
  const plant = new TestPlant({ timezone: zone, startAt: pick(starts) })
    .addCategory('SOURCE_CATEGORY', ['s'])
    .addCategory('QUALITY_CATEGORY', ['q']);
  const least = pick([undefined, 0.6, 3]);
  const hasWater = next() < 0.7;
  plant.addUnit({ id: 'line', type: 'flow', subCategoryId: 's', meta: least === undefined ? {} : { minimumFlowM3h: least } });
  const limits = { ph: { lt: 6.5, ht: 8.5 }, tds: { lt: null, ht: pick([400, 500, null]) }, chlorine: { lt: 0.2, ht: null } };
  const params = Object.fromEntries(Object.entries(limits).map(([name, of]) => [name, { name, unit: '', ...of }]));
  const meta = { params, ...(hasWater && { flowUnitId: 'line' }) };
  plant.addUnit({ id: 'lab', type: 'quality', subCategoryId: 'q', meta: meta as never });
  const today = dayNumber(pick(dates));
  const { firstSlot, slots } = plant.calendar.windowOfDay(today);
  const nowSlot = firstSlot + Math.floor(next() * (slots + 1));
  const from = nowSlot - Math.floor(next() * 288 * DAYS);
  const random = (at: () => number): Map<number, Slot> => {
    const series = new Map<number, Slot>();
    for (let slot = from; slot < nowSlot; ) {
      const [letter, length] = [
        pick<QualityLetter>(['G', 'G', 'G', 'G', 'R', 'B', 'M', 'X', 'E', 'F']),
        pick([1, 1, 2, 5, 20, 90]),
      ];
      for (const end = Math.min(nowSlot, slot + length); slot < end; slot += 1) series.set(slot, { value: at(), letter });
    }
    return series;
  };
  const values = {
    ph: random(() => Math.round(100 * (6.2 + 2.6 * next())) / 100),
    tds: random(() => Math.round(350 + 200 * next())),
    chlorine: random(() => Math.round(1000 * (0.1 + 0.3 * next())) / 1000),
  };
  const litres = random(() => pick([0, 0, 50, 250, 251, 900]));
  const write = (unit: string, param: string, series: Map<number, Slot>): void => {
    const slots = [...series.values()];
    if (slots.length === 0) return;
    plant.reader.write(
      plant.seriesId(unit, param),
      from,
      slots.map(({ value }) => value),
      slots.map(({ letter }) => letter).join(''),
    );
  };
  for (const [param, series] of Object.entries(values)) write('lab', param, series);
  write('line', 'volume', litres);
  const water = hasWater ? { litres, leastL: ((least ?? 0) * 1000) / 12 } : undefined;
  return { plant, zone, today, nowSlot, limits, values, water };
};

/** By docs/domain.md 5.2, slot by slot. */
class PlainQuality {
  readonly #made: Made;
  readonly #clock: Intl.DateTimeFormat;

  constructor(made: Made) {
    this.#made = made;
    this.#clock = new Intl.DateTimeFormat('en-GB', { timeZone: made.zone, minute: '2-digit' });
  }

  measured(param: string, slot: number): number | null {
    const found = this.#made.values[param]?.get(slot);
    return found && 'GBR'.includes(found.letter) ? found.value : null;
  }

  /** A flow that nobody knows may have been one. */
  isWet(slot: number): boolean {
    const { water } = this.#made;
    const found = water?.litres.get(slot);
    return !water || !found || 'MX'.includes(found.letter) || found.value > water.leastL;
  }

  slotsOf(day: number): number[] {
    const { firstSlot, slots } = this.#made.plant.calendar.windowOfDay(day);
    return Array.from({ length: slots }, (_, at) => firstSlot + at);
  }

  /** Quarter hours of the plant's clock that lie in a day as a whole, by their first slots. */
  quarters(day: number): number[] {
    const slots = this.slotsOf(day);
    const isQuarter = (slot: number): boolean => Number(this.#clock.format(slot * SLOT_MS)) % 15 === 0;
    return slots.filter((slot) => isQuarter(slot) && slots.includes(slot + 2));
  }

  /** i in the limits, l below, h above, n dry, v too little measured, - not over. */
  quarter(param: string, slot: number): { mean: number | null; state: string } {
    if (slot + 3 > this.#made.nowSlot) return { mean: null, state: '-' };
    const three = [slot, slot + 1, slot + 2];
    const read = three.filter((one) => this.measured(param, one) !== null);
    const wet = read.filter((one) => this.isWet(one));
    if (wet.length < 2) return { mean: null, state: read.length < 2 ? 'v' : 'n' };
    const mean = wet.reduce((sum, one) => sum + (this.measured(param, one) ?? 0), 0) / wet.length;
    const { lt = null, ht = null } = this.#made.limits[param] ?? {};
    return { mean, state: lt !== null && mean < lt ? 'l' : ht !== null && mean > ht ? 'h' : 'i' };
  }

  day(param: string, day: number) {
    const passed = this.slotsOf(day).filter((slot) => slot < this.#made.nowSlot);
    const valid = passed.flatMap((slot) => (this.isWet(slot) ? (this.measured(param, slot) ?? []) : [])).sort((a, b) => a - b);
    const quarters = this.quarters(day).map((slot) => this.quarter(param, slot));
    const count = (states: string): number => quarters.filter(({ state }) => states.includes(state)).length;
    // the least value that at least 95 of 100 do not exceed
    const p95 = valid.find((_, at) => (at + 1) / valid.length >= 0.95 - 1e-12) ?? null;
    return {
      quarters,
      minutesOut: 15 * count('lh'),
      minutesJudged: 15 * count('ilh'),
      minutesNoFlow: 15 * count('n'),
      validPct: passed.length === 0 ? 0 : Math.round((1000 * valid.length) / passed.length) / 10,
      min: valid[0] ?? null,
      max: valid.at(-1) ?? null,
      mean: valid.length === 0 ? null : valid.reduce((sum, one) => sum + one, 0) / valid.length,
      p95,
    };
  }
}

const slashed = (day: number): string => dateOfDay(day).split('-').reverse().join('/');
const near = (found: number | null | undefined, wanted: number | null, about: string): void => {
  if (wanted === null) expect(found ?? null, about).toBe(null);
  else expect(Math.abs((found ?? Number.NaN) - wanted), `${about}: ${found} for ${wanted}`).toBeLessThanOrEqual(0.00501);
};

const checkParam = (plain: PlainQuality, day: number, found: QualityParam): void => {
  const { param } = found;
  const about = `${param} ${dateOfDay(day)}`;
  const wanted = plain.day(param, day);
  expect(found.states, about).toBe(wanted.quarters.map(({ state }) => state).join(''));
  expect(found.means).toHaveLength(wanted.quarters.length);
  for (const [at, { mean }] of wanted.quarters.entries()) near(found.means[at], mean, `${about} quarter ${at}`);
  expect(found.start, about).toBe(new Date((plain.quarters(day)[0] ?? 0) * SLOT_MS).toISOString());
  for (const name of ['mean', 'min', 'max', 'p95'] as const) near(found[name], wanted[name], `${about} ${name}`);
  const { minutesOut, minutesJudged, minutesNoFlow, validPct } = wanted;
  expect(found, about).toMatchObject({ minutesOut, minutesJudged, minutesNoFlow, validPct });
  const days = Array.from({ length: DAYS }, (_, ago) => day - DAYS + 1 + ago);
  expect(found.days, about).toEqual(
    days.map((one) => {
      const { minutesOut: out, minutesJudged: judged, validPct: valid } = plain.day(param, one);
      return { date: slashed(one), minutesOut: out, minutesJudged: judged, validPct: valid };
    }),
  );
};

const statuses: Readonly<Record<string, string>> = { i: 'ok', l: 'low', h: 'high' };
/** Of the newest of the last two whole quarter hours that has a mean. */
const statusOf = (made: Made, plain: PlainQuality, param: string, day: number): string => {
  const end = Math.min(made.nowSlot, (plain.slotsOf(day).at(-1) ?? 0) + 1);
  const whole = [day - 1, day].flatMap((one) => plain.slotsOf(one)).filter((slot) => slot % 3 === 0 && slot + 3 <= end);
  const last = whole.slice(-2).map((slot) => plain.quarter(param, slot));
  const newest = last.findLast(({ mean }) => mean !== null);
  return newest ? (statuses[newest.state] ?? '') : last.some(({ state }) => state === 'n') ? 'noFlow' : 'invalid';
};

const looked = async (seed: number): Promise<void> => {
  const made = madeQuality(seed);
  const { plant, nowSlot, today } = made;
  const clock = new ManualClock(nowSlot * SLOT_MS + 20_000);
  const parts = { directory: plant, reader: plant.reader, calendars: { of: () => plant.calendar }, clock };
  const http = await startRig(readingRoutes({ ...parts, scheduler: new CooperativeScheduler() }), {
    clock,
    sessions: sessionsOf({ asha: { caller: someCaller(), panel: false } }),
  });
  const ask = async <T>(path: string): Promise<T> => {
    const { status, body, text } = await http.ask(`/api${path}`, { headers: { authorization: 'Bearer asha' } });
    expect(status, `${path} ${text}`).toBe(200);
    return body as T;
  };
  const plain = new PlainQuality(made);
  try {
    for (const day of [today, today - 1, today - 4]) {
      const answer = readQuality.reply.parse(await ask(`/plant/quality?date1=${slashed(day)}&days=${DAYS}`));
      for (const found of answer.units[0]?.params ?? []) checkParam(plain, day, found);
      const query = `date1=${slashed(day)}&divisionFactor=1`;
      const v2 = await ask<DeviceDataV2>(`/user/deviceDataV2?${query}&category=QUALITY_CATEGORY&type=DAY`);
      const params = v2.categories[0]?.subCategories[0]?.units[0]?.quality?.params ?? {};
      for (const name of Object.keys(made.limits))
        expect(params[name]?.status, `${name} ${dateOfDay(day)} status`).toBe(statusOf(made, plain, name, day));
      const { history } = await ask<DeviceDataV1>(`/user/deviceData?${query}&category=quality&type=HOUR`);
      for (const { date, params: kept } of history?.days ?? [])
        for (const [name, found] of Object.entries(kept)) {
          const { minutesOut, validPct, ...wanted } = plain.day(name, dayNumber(date.split('/').reverse().join('-')));
          expect(found, `${name} ${date}`).toMatchObject({ minutesOut, validPct });
          near(found.avg, wanted.mean, `${name} ${date} mean`);
          for (const of of ['min', 'max', 'p95'] as const) near(found[of], wanted[of], `${name} ${date} ${of}`);
        }
    }
  } finally {
    await http.stop();
  }
};

it('minutes outside of the limits of random analysers are those of going through their slots by hand', async () => {
  await fc.assert(fc.asyncProperty(fc.integer({ min: 1, max: 2 ** 30 }), looked), { numRuns: RUNS, endOnFailure: true });
}, 120_000);
