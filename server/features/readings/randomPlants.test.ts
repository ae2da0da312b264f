import { expect, it } from 'vitest';
import { type Overview, overview } from '../../contract/plant/overview.ts';
import { type Trend, trend } from '../../contract/plant/readings/trend.ts';
import type { DeviceDataV2 } from '../../contract/user/deviceData.ts';
import { CooperativeScheduler } from '../../core/cooperativeScheduler.ts';
import { dateOfDay } from '../../core/shift.ts';
import { chooseWindow, dmyOfDay } from '../../historian/index.ts';
import { edge, graph, node } from '../../test/balanceRig.ts';
import { fakeDocuments } from '../../test/fakeDocuments.ts';
import { lastHeld, type MadePlant, type PlainAmount, type PlainUnit, plainAmount } from '../../test/randomPlant.ts';
import { type Ask, ofRandomPlants, percentOf, withReadings } from '../../test/randomPlantRig.ts';
import { BalanceGraphs } from '../dashboards/balance/graphs.ts';
import { BalanceService } from '../dashboards/balance/service.ts';

const RUNS = 5;
const LITRES = 1000;
/** Shares of a gap are rounded to thousandths of a litre each; kilolitres to hundredths. */
const [NOISE_L, NOISE_KL] = [0.05, 0.0051];

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

/** A month may begin before the first day with readings: a unit that was always there is expected then, and a tank held nothing known. */
const isWholeMonth = ({ fromDay, query }: Window): boolean => !query.includes('MONTH') || dateOfDay(fromDay).endsWith('-01');

/** The slots of a window as far as it has come. */
const slotsOf = ({ plant, nowSlot }: MadePlant, { fromDay, toDay }: Window): { from: number; to: number } => {
  const last = plant.calendar.windowOfDay(toDay);
  return { from: plant.calendar.windowOfDay(fromDay).firstSlot, to: Math.min(nowSlot, last.firstSlot + last.slots) };
};

const checkDeviceData = async (made: MadePlant, ask: Ask, category: string): Promise<void> => {
  for (const window of windowsOf(made)) {
    const { query } = window;
    const about = `${category} ${query}`;
    const data = (await ask(`/user/deviceDataV2?${query}&category=${category}&divisionFactor=1`)).body as DeviceDataV2;
    const { from, to } = slotsOf(made, window);
    const isWhole = isWholeMonth(window);
    const shown = data.categories.flatMap(({ subCategories }) => subCategories.flatMap(({ units }) => units));
    const amounts = new Map(made.units.map((unit) => [unit.id, plainAmount(unit, from, to)]));
    for (const unit of shown) {
      const amount = amounts.get(unit.unitId);
      near(unit.graph?.total, amount?.litres ?? null, NOISE_L, `${about} ${unit.unitId}`);
      if (isWhole && amount) expect(unit.completeness, `${about} ${unit.unitId} completeness`).toBe(percentOf(amount));
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
    if (isWhole) expect(data.completeness, `${about} completeness`).toBe(percentOf(sum));
  }
};

const checkOverview = async (made: MadePlant, ask: Ask): Promise<void> => {
  const { plant, today, nowSlot, units } = made;
  const found: Overview = overview.parse((await ask('/plant/overview')).body);
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
    expect(one.today.completeness, `overview ${unit.id} completeness`).toBe(percentOf(ofToday(unit)));
  }
  const tank = [found.kpis.stock.value, found.kpis.stock.previous];
  const held = [lastHeld(made.held, now.firstSlot, nowSlot), lastHeld(made.held, before.firstSlot, beforeEnd)];
  for (const [at, litres] of held.entries()) near(tank[at], litres === null ? null : litres / LITRES, NOISE_KL, 'overview stock');
  for (const name of ['intake', 'consumption'] as const) {
    const { meters, value, previous, completeness } = found.kpis[name];
    const counted = units.filter(({ id }) => meters.unitIds.includes(id));
    const sum = addAmounts(counted.map(ofToday));
    near(value, kilo(sum), NOISE_KL, `overview ${name}`);
    near(previous, kilo(addAmounts(counted.map(ofBefore))), NOISE_KL, `overview ${name} before`);
    expect(completeness, `overview ${name} completeness`).toBe(percentOf(sum));
  }
};

const checkTrends = async (made: MadePlant, ask: Ask): Promise<void> => {
  const { plant, firstDay, today, nowSlot, units } = made;
  const [from, to] = [plant.calendar.windowOfDay(firstDay + 1).firstSlot, nowSlot];
  const range = `date1=${dmyOfDay(firstDay + 1)}&date2=${dmyOfDay(today)}`;
  for (const unit of units)
    for (const step of ['slot', 'day']) {
      const about = `trend ${unit.id} ${step}`;
      const { figures }: Trend = trend.parse((await ask(`/plant/trend?unitId=${unit.id}&${range}&step=${step}`)).body);
      const amount = plainAmount(unit, from, to);
      near(figures.total, amount.litres === null ? null : amount.litres / LITRES, NOISE_KL, about);
      expect(figures.completeness, `${about} completeness`).toBe(percentOf(amount));
    }
};

/** What opens a stretch is at most half an hour old. */
const BOUNDARY_SLOTS = 6;

const checkTank = async (made: MadePlant, ask: Ask): Promise<void> => {
  const { held } = made;
  for (const window of windowsOf(made)) {
    const about = `tank ${window.query}`;
    const data = (await ask(`/user/deviceDataV2?${window.query}&category=STOCK_CATEGORY&divisionFactor=1`)).body as DeviceDataV2;
    const { from, to } = slotsOf(made, window);
    near(data.total, lastHeld(held, from, to), NOISE_L, about);
    const stock = data.categories[0]?.subCategories[0]?.units[0]?.stock;
    const opening = isWholeMonth(window) ? lastHeld(held, from - BOUNDARY_SLOTS, from) : null;
    const closing = lastHeld(held, to - BOUNDARY_SLOTS, to);
    near(stock?.openingKL, opening === null ? null : opening / LITRES, NOISE_KL, `${about} opening`);
    near(stock?.closingKL, closing === null ? null : closing / LITRES, NOISE_KL, `${about} closing`);
    // the one slot of the day before the first is of the same month
    const first = [...held].find(([slot]) => slot >= (isWholeMonth(window) ? from : from - 1))?.[1] ?? null;
    const [start, end] = [opening ?? first, lastHeld(held, from, to)];
    if (start === null || end === null || stock?.fillKL == null || stock.drawKL === null) continue;
    near(stock.fillKL - stock.drawKL, (end - start) / LITRES, 2 * NOISE_KL, `${about} filled less drawn`);
  }
};

/** What `all` and `c` bring to a node and `a` and `b` take from it, with a tank there. */
const balanceOf = async ({ plant, rig }: MadePlant): Promise<BalanceService> => {
  const nodes = [node('s', 'source'), node('p', 'tank', { stockUnitIds: ['tank'] }), node('u', 'consumer')];
  const edges = ['all', 'c'].map((id) => edge(id, 's>p', [id]));
  const graphs = new BalanceGraphs(fakeDocuments(), plant);
  await graphs.save('DEMO', graph(nodes, [...edges, edge('out', 'p>u', ['a', 'b'])]), 'u');
  const parts = { directory: plant, reader: rig.reader, calendars: { of: () => plant.calendar }, clock: rig.clock };
  return new BalanceService({ ...parts, turns: new CooperativeScheduler(), graphs });
};

const checkBalance = async (made: MadePlant, service: BalanceService): Promise<void> => {
  const { plant, units, held } = made;
  for (const window of windowsOf(made).filter(({ fromDay, toDay }) => fromDay === toDay)) {
    if (plant.calendar.windowOfDay(window.fromDay).firstSlot < made.joinedSlot) continue;
    const about = `balance ${window.query}`;
    const { from, to } = slotsOf(made, window);
    const chosen = chooseWindow(plant.calendar, 'DAY', { date1: dateOfDay(window.fromDay) });
    const answer = await service.over({ industryId: 'DEMO', signal: new AbortController().signal }, chosen, 1);
    const found = answer?.nodes.find(({ id }) => id === 'p');
    const amountsOf = (...ids: string[]) => units.filter(({ id }) => ids.includes(id)).map((unit) => plainAmount(unit, from, to));
    const [into, out] = [amountsOf('all', 'c'), amountsOf('a', 'b')];
    const all = [...into, ...out];
    if (all.some(({ litres }) => litres === null)) continue;
    const [came, went] = [into, out].map((amounts) => addAmounts(amounts).litres ?? 0);
    near(found?.inflow, came ?? 0, 4 * NOISE_L, `${about} inflow`);
    near(found?.outflow, went ?? 0, 4 * NOISE_L, `${about} outflow`);
    const complete = Math.min(...all.map((amount) => amount.complete));
    expect(found?.completeness, `${about} completeness`).toBe(percentOf({ complete, expected: to - from }));
    const [opening, closing] = [from, to].map((slot) => lastHeld(held, slot - BOUNDARY_SLOTS, slot) ?? held.get(slot) ?? null);
    if (opening == null || closing == null || found?.balance == null) continue;
    near(found.balance, (came ?? 0) - (went ?? 0) - (closing - opening), 6 * NOISE_L, `${about} imbalance`);
  }
};

const categoriesOf = ({ plant }: MadePlant): string[] => {
  const shown = plant.units('DEMO').filter(({ subCategoryId }) => subCategoryId !== 'off');
  const counting = ['ID_SOURCE', 'ID_CONSUMPTION'].filter((id) => shown.some((unit) => unit.standardCategoryIds.includes(id)));
  return [...counting, 'SOURCE_CATEGORY'];
};

it('the answers about a random plant are those of adding up its slots by hand', async () => {
  await ofRandomPlants(RUNS, (made) =>
    withReadings(made, async (ask) => {
      const balance = await balanceOf(made);
      // what was corrected is everywhere at once, whatever was asked before
      for (let again = 0; again < 2; again += 1) {
        if (again > 0) await made.correct();
        for (const category of categoriesOf(made)) await checkDeviceData(made, ask, category);
        await checkOverview(made, ask);
        await checkTank(made, ask);
        await checkBalance(made, balance);
        await checkTrends(made, ask);
      }
    }),
  );
}, 60_000);
