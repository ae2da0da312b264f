import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CooperativeScheduler } from '../../core/cooperativeScheduler.ts';
import { sourceFor } from '../../historian/read/readContext.ts';
import { Calendars } from '../../plantModel/calendars.ts';
import { ReadingsRig } from '../../test/readingsRig.ts';
import { rowsByUnit, tablesOf } from '../../test/reportGolden.ts';
import { TestPlant } from '../../test/testPlant.ts';
import { collect } from './collect/collect.ts';
import { MeasuredReader } from './collect/measuredReader.ts';
import type { ReportOrder } from './order.ts';

const { signal } = new AbortController();
const FIRST = Date.UTC(2026, 10, 18) / 300_000;
const DAY_SLOTS = 288;
const day = (slot: number): number => Math.floor(slot / DAY_SLOTS);

/** A week, and three days: on the second the meter was exchanged, and what passed until the new one was read is an estimate. */
const startRig = async (): Promise<ReadingsRig> => {
  const meter = { modulus: 10_000_000, basePerCount: 1000, maxPerHour: 1500, backDeadband: 0.3 };
  const plant = new TestPlant({ timezone: 'UTC', startAt: '00:00:00' })
    .addCategory('SOURCE_CATEGORY', ['s'])
    .addUnit({ id: 'intake', type: 'flow', subCategoryId: 's', standardCategoryIds: ['ID_SOURCE'], meta: { meter } });
  const rig = new ReadingsRig(plant, FIRST * 300_000);
  const history = rig.history();
  const seriesId = rig.id('intake', 'volume');
  const change = FIRST + DAY_SLOTS + 100;
  for (let slot = FIRST - 7 * DAY_SLOTS; slot < FIRST + 3 * DAY_SLOTS; slot += 1) {
    const value = slot < change ? 5000 + (slot - FIRST) : slot < change + 30 ? null : 400_000 + (slot - change);
    history.acceptSlot(slot, [{ seriesId, value }]);
  }
  history.finish();
  rig.clock.set((FIRST + 3 * DAY_SLOTS + 2) * 300_000);
  rig.start(['intake.volume']);
  await rig.ingest.flush();
  return rig;
};

const make = async (rig: ReadingsRig, includeEstimates: boolean, more: Partial<ReportOrder> = {}) => {
  const nowMs = rig.clock.now();
  const calendars = new Calendars(rig.units);
  const [industry] = rig.units.industries();
  if (!industry) throw new Error('no industry');
  const whole = { directory: rig.units, reader: rig.reader, calendars, clock: rig.clock };
  const seriesOf = (id: number) => rig.units.seriesById(id);
  const reader = new MeasuredReader({ ...whole, seriesOf, nowSlot: Math.floor(nowMs / 300_000) });
  const source = (parts: typeof whole | (Omit<typeof whole, 'reader'> & { reader: MeasuredReader })) =>
    sourceFor(parts, new CooperativeScheduler(), industry.id, signal);
  return collect({
    order: {
      industryId: industry.id,
      type: 'daily_range',
      service: 'water',
      template: 'v1',
      fromDay: day(FIRST),
      toDay: day(FIRST) + 2,
      hours: null,
      unitIds: null,
      subCategories: null,
      useShift: true,
      divisionFactor: 1000,
      includeEstimates,
      generatedBy: 'operator',
      userNames: {},
      nowMs,
      ...more,
    },
    industry,
    directory: rig.units,
    source: source(includeEstimates ? whole : { ...whole, reader }),
    withEstimates: includeEstimates ? null : source(whole),
    basePerCount: () => 1000,
    alarms: { openWithin: () => [], steps: () => [] },
    balance: async () => null,
    neutrality: async () => null,
    ro: async () => null,
    logo: null,
    proved: null,
    withSlots: true,
    signal,
  });
};

const rowsOf = async (rig: ReadingsRig, includeEstimates: boolean) => {
  const { model } = await make(rig, includeEstimates, { type: 'granular' });
  const rows: { value: unknown; letter: unknown }[] = [];
  for await (const row of model.data.rows()) rows.push({ value: row[4], letter: row[6] });
  return rows;
};

const meterOf = ({ model }: Awaited<ReturnType<typeof make>>) => {
  const [cells] = rowsByUnit(model, 'volume').values();
  if (!cells) throw new Error('no meter');
  return cells;
};

let rig: ReadingsRig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig?.close());

describe('estimated volumes', () => {
  it.each(['daily_range', 'monthly', 'hourly', 'daily'] as const)(
    'are in a report of type %s, or left out of it and named beside it',
    async (type) => {
      const days = type === 'daily' ? { fromDay: day(FIRST) + 1, toDay: day(FIRST) + 1 } : {};
      const [all, measured] = [await make(rig, true, { type, ...days }), await make(rig, false, { type, ...days })];
      const [whole, part] = [meterOf(all), meterOf(measured)];
      expect(whole.estimated).toBeGreaterThan(0);
      expect(part.estimated).toBe(whole.estimated);
      expect(part.volume).toBeCloseTo(Number(whole.volume) - Number(whole.estimated), 6);
      const kpi = (report: typeof all) => report.model.kpis.find(({ key }) => key === 'intake')?.value;
      expect(kpi(measured)).toBe(part.volume);
      expect(kpi(all)).toBe(whole.volume);
      const starred = tablesOf(measured.model).flatMap(({ rows }) => rows.flatMap((row) => row.starred ?? []));
      expect(starred).toContain('volume');
    },
  );

  it('are said to be in it or left out of it', async () => {
    const [all, measured] = [await make(rig, true), await make(rig, false)];
    expect(all.model.footnotes.join(' ')).toContain('Estimated volumes are part of every figure');
    expect(measured.model.footnotes.join(' ')).toContain('Estimated volumes are left out of every figure');
    const noted = (report: typeof all) =>
      tablesOf(report.model).filter(({ notes }) => notes?.some((note) => /left out/.test(note)));
    expect(noted(measured).map(({ key }) => key)).toEqual(['meters1']);
    expect(noted(all)).toEqual([]);
  });

  it('are no value of the data sheet where they are left out', async () => {
    const [all, measured] = [await rowsOf(rig, true), await rowsOf(rig, false)];
    expect(all.some(({ letter }) => letter === 'F')).toBe(true);
    expect(measured).toEqual(all.map((row) => (row.letter === 'F' ? { value: null, letter: 'M' } : row)));
  });
});

it('displays at the ends of days stand beside the volume of days, and not beside that of some of their hours', async () => {
  const of = async (hours: ReportOrder['hours']) => {
    const report = await make(rig, true, { type: 'hourly', toDay: day(FIRST), hours });
    const { open, close, volume } = meterOf(report);
    return { open, close, volume, said: report.model.footnotes.filter((note) => note.startsWith('Counters are kept')).length };
  };
  expect(await of(null)).toEqual({ open: 4999, close: 5287, volume: 288, said: 0 });
  expect(await of({ from: 4, to: 6 })).toEqual({ open: null, close: null, volume: 24, said: 1 });
});
