import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Overview, overview } from '../../contract/plant/overview.ts';
import { type Trend, trend } from '../../contract/plant/readings/trend.ts';
import type { DeviceDataV2 } from '../../contract/user/deviceData.ts';
import { CooperativeScheduler } from '../../core/cooperativeScheduler.ts';
import { dateOfDay } from '../../core/shift.ts';
import { dmyOfDay } from '../../historian/index.ts';
import { Calendars } from '../../plantModel/calendars.ts';
import { sessionsOf, someCaller, startRig } from '../../test/httpRig.ts';
import { type MadePlant, madePlant, type PlainAmount, type PlainUnit, plainAmount } from '../../test/randomPlant.ts';
import { createReadings } from './create.ts';

const RUNS = 8;
const LITRES = 1000;
/** Shares of a gap are rounded to thousandths of a litre each; kilolitres to hundredths. */
const [NOISE_L, NOISE_KL] = [0.05, 0.0051];

const serve = async ({ plant, rig }: MadePlant) => {
  const readings = createReadings({
    ...{ directory: plant, reader: rig.reader, calendars: new Calendars(plant), ingest: rig.ingest, clock: rig.clock },
    scheduler: new CooperativeScheduler(),
    troubles: () => () => null,
    dischargeIds: async () => new Set<string>(),
  });
  const http = await startRig(readings.routes, {
    clock: rig.clock,
    sessions: sessionsOf({ asha: { caller: someCaller({ permissions: new Set(['COMMISSIONING']) }), panel: false } }),
  });
  const ask = async (path: string): Promise<unknown> => {
    const { status, body, text } = await http.ask(`/api${path}`, { headers: { authorization: 'Bearer asha' } });
    expect(status, `${path} ${text}`).toBe(200);
    return body;
  };
  return { ask, stop: () => http.stop() };
};

const percent = ({ complete, expected }: Pick<PlainAmount, 'complete' | 'expected'>): number =>
  expected > 0 ? Math.round((1000 * Math.min(complete, expected)) / expected) / 10 : 0;

const near = (found: number | null | undefined, amount: number | null, noise: number, about: string): void => {
  if (amount === null) expect(found ?? null, about).toBe(null);
  else expect(Math.abs((found ?? Number.NaN) - amount), `${about}: ${found} for ${amount}`).toBeLessThanOrEqual(noise);
};

/** The amounts of units whose water the others of a list do not hold: of each list those of most lines first. */
const onceOnly = (units: readonly PlainUnit[], found: ReadonlySet<string>): PlainUnit[] =>
  units.filter(({ id }) => found.has(id));

/** Each line of water of a list is in exactly one of the units that are counted. */
const expectEachOnce = (listed: readonly PlainUnit[], counted: readonly PlainUnit[], about: string): void => {
  const lines = counted.flatMap(({ water }) => water);
  expect(new Set(lines).size, `${about}: a line twice in ${counted.map(({ id }) => id)}`).toBe(lines.length);
  expect([...new Set(lines)].sort(), `${about}: lines`).toEqual([...new Set(listed.flatMap(({ water }) => water))].sort());
};

const addAmounts = (amounts: readonly PlainAmount[]): PlainAmount => ({
  litres: amounts.every(({ litres }) => litres === null) ? null : amounts.reduce((sum, { litres }) => sum + (litres ?? 0), 0),
  complete: amounts.reduce((sum, { complete, expected }) => sum + Math.min(complete, expected), 0),
  expected: amounts.reduce((sum, { expected }) => sum + expected, 0),
});

type Window = { fromDay: number; toDay: number; query: string };

const windowsOf = ({ firstDay, today }: MadePlant): Window[] => {
  const month = dateOfDay(today).slice(0, 7);
  const days = Array.from({ length: today - firstDay + 1 }, (_, at) => firstDay + at);
  const ofMonth = days.filter((day) => dateOfDay(day).startsWith(month));
  return [
    ...days.map((day) => ({ fromDay: day, toDay: day, query: `date1=${dmyOfDay(day)}&type=DAY` })),
    { fromDay: ofMonth[0] ?? today, toDay: today, query: `date1=${dmyOfDay(today)}&type=MONTH` },
    { fromDay: firstDay + 1, toDay: today, query: `date1=${dmyOfDay(firstDay + 1)}&date2=${dmyOfDay(today)}&type=CUSTOM` },
  ];
};

type Ask = Awaited<ReturnType<typeof serve>>['ask'];

const checkDeviceData = async (made: MadePlant, ask: Ask, category: string): Promise<void> => {
  const { plant, nowSlot } = made;
  for (const { fromDay, toDay, query } of windowsOf(made)) {
    const about = `${category} ${query}`;
    const data = (await ask(`/user/deviceDataV2?${query}&category=${category}&divisionFactor=1`)) as DeviceDataV2;
    const [from, last] = [plant.calendar.windowOfDay(fromDay).firstSlot, plant.calendar.windowOfDay(toDay)];
    const to = Math.min(nowSlot, last.firstSlot + last.slots);
    // a month may begin before the first day with readings, and a unit that was always there is expected then
    const isWhole = !query.includes('MONTH') || dateOfDay(fromDay).endsWith('-01');
    const shown = data.categories.flatMap(({ subCategories }) => subCategories.flatMap(({ units }) => units));
    const amounts = new Map(made.units.map((unit) => [unit.id, plainAmount(unit, from, to)]));
    for (const unit of shown) {
      const amount = amounts.get(unit.unitId);
      near(unit.graph?.total, amount?.litres ?? null, NOISE_L, `${about} ${unit.unitId}`);
      if (isWhole && amount) expect(unit.completeness, `${about} ${unit.unitId} completeness`).toBe(percent(amount));
    }
    // the total of the source category is the intake
    const isAdded = ({ isIntake }: PlainUnit): boolean => category !== 'SOURCE_CATEGORY' || isIntake;
    const listed = made.units.filter((unit) => isAdded(unit) && shown.some(({ unitId }) => unitId === unit.id));
    const counted = onceOnly(listed, new Set(shown.flatMap((unit) => (unit.counted ? [unit.unitId] : []))));
    if (counted.length === 0) {
      expect(data.total, about).toBe(null);
      continue;
    }
    expectEachOnce(listed, counted, about);
    const sum = addAmounts(counted.flatMap(({ id }) => amounts.get(id) ?? []));
    near(data.total, sum.litres, NOISE_L * counted.length, about);
    if (isWhole) expect(data.completeness, `${about} completeness`).toBe(percent(sum));
  }
};

const checkOverview = async (made: MadePlant, ask: Ask): Promise<void> => {
  const { plant, today, nowSlot, units } = made;
  const found: Overview = overview.parse(await ask('/plant/overview'));
  const [now, before] = [plant.calendar.windowOfDay(today), plant.calendar.windowOfDay(today - 1)];
  const beforeEnd = before.firstSlot + Math.min(nowSlot - now.firstSlot, before.slots);
  const ofToday = (unit: PlainUnit) => plainAmount(unit, now.firstSlot, nowSlot);
  const ofBefore = (unit: PlainUnit) => plainAmount(unit, before.firstSlot, beforeEnd);
  const kilo = ({ litres }: PlainAmount): number | null => (litres === null ? null : litres / LITRES);
  for (const unit of units) {
    const one = found.units.find(({ unitId }) => unitId === unit.id);
    if (!one) continue;
    near(one.today.value, kilo(ofToday(unit)), NOISE_KL, `overview ${unit.id}`);
    near(one.yesterdaySoFar.value, kilo(ofBefore(unit)), NOISE_KL, `overview before ${unit.id}`);
    expect(one.today.completeness, `overview ${unit.id} completeness`).toBe(percent(ofToday(unit)));
  }
  for (const name of ['intake', 'consumption'] as const) {
    const { meters, value, previous, completeness } = found.kpis[name];
    const counted = units.filter(({ id }) => meters.unitIds.includes(id));
    const sum = addAmounts(counted.map(ofToday));
    near(value, kilo(sum), NOISE_KL, `overview ${name}`);
    near(previous, kilo(addAmounts(counted.map(ofBefore))), NOISE_KL, `overview ${name} before`);
    expect(completeness, `overview ${name} completeness`).toBe(percent(sum));
  }
};

const checkTrends = async (made: MadePlant, ask: Ask): Promise<void> => {
  const { plant, firstDay, today, nowSlot, units } = made;
  const [from, to] = [plant.calendar.windowOfDay(firstDay + 1).firstSlot, nowSlot];
  const range = `date1=${dmyOfDay(firstDay + 1)}&date2=${dmyOfDay(today)}`;
  for (const unit of units)
    for (const step of ['slot', 'day']) {
      const about = `trend ${unit.id} ${step}`;
      const { figures }: Trend = trend.parse(await ask(`/plant/trend?unitId=${unit.id}&${range}&step=${step}`));
      const amount = plainAmount(unit, from, to);
      near(figures.total, amount.litres === null ? null : amount.litres / LITRES, NOISE_KL, about);
      expect(figures.completeness, `${about} completeness`).toBe(percent(amount));
    }
};

const categoriesOf = ({ plant }: MadePlant): string[] => {
  const shown = plant.units('DEMO').filter(({ subCategoryId }) => subCategoryId !== 'off');
  const counting = ['ID_SOURCE', 'ID_CONSUMPTION'].filter((id) => shown.some((unit) => unit.standardCategoryIds.includes(id)));
  return [...counting, 'SOURCE_CATEGORY'];
};

it('the answers about a random plant are those of adding up its slots by hand', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 2 ** 30 }), async (seed) => {
      const made = await madePlant(seed);
      const { ask, stop } = await serve(made);
      try {
        for (const category of categoriesOf(made)) await checkDeviceData(made, ask, category);
        await checkOverview(made, ask);
        await checkTrends(made, ask);
      } finally {
        await stop();
        await made.rig.close();
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
}, 60_000);
