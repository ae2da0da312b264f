import { expect, it } from 'vitest';
import type { LandingQuery, LandingUserData } from '../../contract/user/landing.ts';
import { CooperativeScheduler } from '../../core/cooperativeScheduler.ts';
import { isFailure } from '../../core/fail.ts';
import { dateOfDay } from '../../core/shift.ts';
import { sourceFor } from '../../historian/index.ts';
import { Calendars } from '../../plantModel/calendars.ts';
import { landingOf } from '../../test/landingRig.ts';
import { lastHeld, type MadePlant, type PlainUnit, plainAmount } from '../../test/randomPlant.ts';
import { ofRandomPlants, percentOf } from '../../test/randomPlantRig.ts';
import { reportOrder } from '../../test/reportOrders.ts';
import type { TestPlant } from '../../test/testPlant.ts';
import type { LandingService } from '../dashboards/landing/service.ts';
import { collect } from './collect/collect.ts';
import { MidnightReader } from './collect/midnightReader.ts';
import { midnightCalendar } from './collect/window.ts';
import type { ReportModel, TableSection } from './model.ts';
import type { ReportOrder } from './order.ts';

const RUNS = 4;
const { signal } = new AbortController();
/** A plant, and how its reports read it where that is not by its shift days. */
type ReportPlant = MadePlant & { reader?: MidnightReader; isCorrected?: true };
const NOISE = 0.0051;
const isEntered = (unit: PlainUnit): boolean => (unit as PlainUnit & { entered?: object }).entered !== undefined;

const near = (found: unknown, litres: number | null, about: string, noise = NOISE): void => {
  if (litres === null) {
    expect(found ?? null, about).toBe(null);
    return;
  }
  expect(typeof found, `${about}: ${found} for ${litres / 1000}`).toBe('number');
  expect(Math.abs((found as number) - litres / 1000), `${about}: ${found} for ${litres / 1000}`).toBeLessThanOrEqual(noise);
};

const sumOf = (values: readonly (number | null)[]): number | null =>
  values.every((value) => value === null) ? null : values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

type Slots = { from: number; to: number };
const slotsOfDays = ({ plant, nowSlot }: MadePlant, fromDay: number, toDay: number): Slots => {
  const last = plant.calendar.windowOfDay(toDay);
  return { from: plant.calendar.windowOfDay(fromDay).firstSlot, to: Math.min(nowSlot, last.firstSlot + last.slots) };
};

/** Where a window that is compared with a running one ends: as far from its start. */
const likeSlots = (
  made: MadePlant,
  { fromDay, toDay }: { fromDay: number; toDay: number },
  before: { fromDay: number; toDay: number },
): Slots => {
  const { calendar } = made.plant;
  const end = calendar.windowOfDay(toDay).firstSlot + calendar.windowOfDay(toDay).slots;
  const all = slotsOfDays(made, before.fromDay, before.toDay);
  if (made.nowSlot >= end) return all;
  const runs = Math.min(made.today, toDay) - fromDay;
  const day = calendar.windowOfDay(before.fromDay + runs);
  return { from: all.from, to: day.firstSlot + Math.min(day.slots, made.nowSlot - calendar.windowOfDay(made.today).firstSlot) };
};

const reportOf = async (
  made: ReportPlant,
  asked: Pick<ReportOrder, 'type' | 'fromDay' | 'toDay'> & Partial<ReportOrder>,
): Promise<ReportModel> => {
  const { plant, rig } = made;
  const parts = {
    directory: plant,
    reader: made.reader ?? rig.reader,
    calendars: { of: () => plant.calendar },
    clock: rig.clock,
  };
  const [industry] = plant.industries();
  if (!industry) throw new Error('no plant');
  const { model } = await collect({
    order: reportOrder({ industryId: 'DEMO', nowMs: rig.clock.now(), useShift: made.reader === undefined, ...asked }),
    source: sourceFor(parts, new CooperativeScheduler(), 'DEMO', signal),
    ...{ industry, directory: plant, withEstimates: null, logo: null, proved: null, withSlots: false, signal },
    ...{ basePerCount: () => 10, alarms: { openWithin: () => [], steps: () => [] } },
    ...{ balance: async () => null, neutrality: async () => null, ro: async () => null },
  });
  return model;
};

const tablesOf = ({ sections }: ReportModel): TableSection[] => sections.filter((section) => section.kind === 'table');

const checkReport = async (
  made: ReportPlant,
  asked: Pick<ReportOrder, 'type' | 'fromDay' | 'toDay'>,
  before: { fromDay: number; toDay: number } | null,
) => {
  const about = `${asked.type} ${dateOfDay(asked.fromDay)} to ${dateOfDay(asked.toDay)}`;
  const { from, to } = slotsOfDays(made, asked.fromDay, asked.toDay);
  const model = await reportOf(made, asked).catch((error) => {
    if (isFailure(error, 'noData')) return null;
    throw error;
  });
  if (!model) return;
  const like = before && likeSlots(made, asked, before);
  const byName = new Map(made.units.map((unit) => [`Unit ${unit.id}`, unit]));
  const previous = (unit: PlainUnit): number | null => (like ? plainAmount(unit, like.from, like.to).litres : null);
  for (const table of tablesOf(model).filter(({ key }) => /^(meters|sub)\d/.test(key))) {
    const listed: PlainUnit[] = [];
    for (const { cells, isGroup } of table.rows) {
      if (isGroup) continue;
      const unit = byName.get(String(cells.unit));
      if (!unit) throw new Error(`${cells.unit} in ${table.key}`);
      listed.push(unit);
      const amount = plainAmount(unit, from, to);
      near(cells.volume, amount.litres, `${about} ${unit.id}`);
      expect(cells.complete ?? 0, `${about} ${unit.id} complete`).toBe(percentOf(amount));
      near(cells.previous, previous(unit), `${about} ${unit.id} before`);
      if (typeof cells.open === 'number' && typeof cells.close === 'number' && unit.slots.size > 0) {
        const passed = Math.round((cells.close - cells.open) * 10);
        const off = Math.abs((((Math.round(amount.litres ?? 0) - passed) % 500_000) + 500_000) % 500_000);
        const isWhole = [from, to - 1].every((slot) => unit.slots.get(slot)?.letter === 'G');
        if (!made.isCorrected && !isEntered(unit) && isWhole)
          expect(
            Math.min(off, 500_000 - off),
            `${about} ${unit.id} displays ${cells.open} ${cells.close} ${amount.litres}`,
          ).toBeLessThan(2);
      }
    }
    if (!table.total) continue;
    near(table.total.sums.volume, sumOf(listed.map((unit) => plainAmount(unit, from, to).litres)), `${about} ${table.key} total`);
    near(table.total.sums.previous, sumOf(listed.map(previous)), `${about} ${table.key} total before`);
  }
  for (const table of tablesOf(model).filter(({ key }) => key.startsWith('buckets'))) {
    for (const [name, sum] of Object.entries(table.total?.sums ?? {})) {
      const title = table.columns.find(({ key }) => key === name)?.name ?? '';
      const unit = byName.get(title);
      if (unit) near(sum, plainAmount(unit, from, to).litres, `${about} ${table.title} ${title}`);
    }
  }
  for (const { key, value, previous: earlier, changePct, completenessPct } of model.kpis) {
    if (key !== 'stock') continue;
    const held = lastHeld(made.held, from, to);
    near(value, held, `${about} stock`);
    const heldBefore = like ? lastHeld(made.held, like.from, like.to) : null;
    near(earlier, heldBefore, `${about} stock before`);
    if (held !== null && heldBefore && changePct != null)
      expect(changePct).toBeCloseTo((100 * (held - heldBefore)) / heldBefore, 3);
    expect(completenessPct ?? 0).toBeGreaterThanOrEqual(0);
  }
};

const firstOfMonth = (day: number): number => day - Number(dateOfDay(day).slice(8)) + 1;

const checkReports = async (made: ReportPlant): Promise<void> => {
  const { firstDay, today } = made;
  for (let day = firstDay; day <= today; day += 1)
    await checkReport(made, { type: 'daily', fromDay: day, toDay: day }, { fromDay: day - 1, toDay: day - 1 });
  const month = firstOfMonth(today);
  const monthBefore = { fromDay: firstOfMonth(month - 1), toDay: month - 1 };
  await checkReport(made, { type: 'monthly', fromDay: month, toDay: today }, monthBefore);
  for (const [type, fromDay, toDay] of [
    ['daily_range', firstDay, today - 1],
    ['daily_range', firstDay + 3, today],
    ['hourly', firstDay + 2, firstDay + 3],
  ] as const) {
    const length = toDay - fromDay + 1;
    await checkReport(made, { type, fromDay, toDay }, { fromDay: fromDay - length, toDay: fromDay - 1 });
  }
};

/** The same plant by days from midnight to midnight. */
const byMidnight = (made: MadePlant): ReportPlant => {
  const [industry] = made.plant.industries();
  const calendar = midnightCalendar(industry?.shifts ?? []);
  const plant: TestPlant = Object.create(made.plant, { calendar: { value: calendar } });
  const { nowSlot, rig } = made;
  const reader = new MidnightReader({ reader: rig.reader, calendar, seriesOf: (id) => plant.seriesById(id), nowSlot });
  const joinedSlot = made.joinedSlot === 0 ? 0 : calendar.windowOfDay(calendar.dayOfSlot(made.joinedSlot)).firstSlot;
  const [firstDay, today] = [
    calendar.dayOfSlot(plant.calendar.windowOfDay(made.firstDay).firstSlot),
    calendar.dayOfSlot(nowSlot - 1),
  ];
  return { ...made, plant, reader, joinedSlot, firstDay, today, units: made.units.map((unit) => ({ ...unit, joinedSlot })) };
};

const checkLanding = async (made: MadePlant, landing: LandingService): Promise<void> => {
  const { plant, firstDay, today } = made;
  for (const [type, day] of [
    ...Array.from({ length: today - firstDay + 1 }, (_, at) => ['DAY', firstDay + at] as const),
    ['MONTH', today] as const,
  ]) {
    const about = `landing ${type} ${dateOfDay(day)}`;
    const fromDay = type === 'DAY' ? day : firstOfMonth(day);
    const { from, to } = slotsOfDays(made, fromDay, day);
    const before =
      type === 'DAY' ? { fromDay: day - 1, toDay: day - 1 } : { fromDay: firstOfMonth(fromDay - 1), toDay: fromDay - 1 };
    const like = likeSlots(made, { fromDay, toDay: day }, before);
    const query: LandingQuery = {
      date: dateOfDay(day),
      type,
      summaryData: true,
      pastThreeMonthsEnabled: true,
      alertsEnabled: false,
      formatter: 'default',
    };
    const page = (await landing.userData('DEMO', query, () => undefined)) as LandingUserData;
    for (const category of page.categories) {
      const counted = made.units.filter(({ id }) => category.units.some((unit) => unit.unitId === id && unit.counted));
      if (category.standardCategoryId === 'STOCK_CATEGORY') {
        near(category.total.value, lastHeld(made.held, from, to), `${about} stock`);
        near(
          category.total.previous,
          lastHeld(
            made.held,
            Math.max(like.from, plant.calendar.windowOfDay(plant.calendar.dayOfSlot(like.to - 1)).firstSlot),
            like.to,
          ),
          `${about} stock before`,
        );
        continue;
      }
      if (category.standardCategoryId === 'SOURCE_CATEGORY') continue;
      if (counted.length === 0) continue;
      const sum = sumOf(counted.map((unit) => plainAmount(unit, from, to).litres));
      near(category.total.value, sum, `${about} ${category.standardCategoryId}`);
      near(
        category.total.previous,
        sumOf(counted.map((unit) => plainAmount(unit, like.from, like.to).litres)),
        `${about} ${category.standardCategoryId} before`,
      );
      for (const unit of category.units) {
        const own = made.units.find(({ id }) => id === unit.unitId);
        if (own) near(unit.value, plainAmount(own, from, to).litres, `${about} ${unit.unitId}`);
      }
      const bars = sumOf(category.graph.values.map((value, at) => (category.graph.quality[at] === 'M' ? null : value * 1000)));
      near(category.total.value, bars, `${about} bars`, 0.01 * 31);
    }
  }
};

it('reports and the landing page about a random plant are those of adding up its slots by hand', async () => {
  await ofRandomPlants(RUNS, async (made) => {
    const { plant, rig } = made;
    const landing = landingOf({ directory: plant, reader: rig.reader, calendars: new Calendars(plant), clock: rig.clock });
    await checkReports(made);
    await checkReports(byMidnight(made));
    await checkLanding(made, landing);
    // what was corrected is everywhere at once, whatever was asked before
    await made.correct();
    await checkReports({ ...made, isCorrected: true });
    await checkLanding(made, landing);
  });
}, 60_000);
