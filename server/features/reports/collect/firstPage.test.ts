import { describe, expect, it } from 'vitest';
import { dayNumber } from '../../../core/shift.ts';
import { SLOTS_PER_DAY } from '../../../core/slots.ts';
import type { AlarmRecord } from '../../alarms/index.ts';
import type { PartKpi } from '../parts.ts';
import type { Collecting } from './context.ts';
import { firstPageOf } from './firstPage.ts';

/** A Sunday. */
const day = dayNumber('2026-11-22');

/** Days in UTC; each slot of the series counts as many litres as its day says. */
const contextOf = (litres: (day: number) => number, more: object = {}): Collecting =>
  ({
    order: { type: 'daily', service: 'water' },
    window: { fromDay: day, toDay: day, fromSlot: day * SLOTS_PER_DAY, toSlot: (day + 1) * SLOTS_PER_DAY },
    calendar: { windowOfDay: (of: number) => ({ firstSlot: of * SLOTS_PER_DAY, slots: SLOTS_PER_DAY }) },
    source: {
      nowSlot: (day + 1) * SLOTS_PER_DAY,
      pace: { turn: async () => {} },
      reader: {
        slots: (_: number, fromSlot: number, toSlot: number) => ({
          ...{ fromSlot, values: Array.from({ length: toSlot - fromSlot }, () => litres(Math.floor(fromSlot / SLOTS_PER_DAY))) },
          quality: 'G'.repeat(toSlot - fromSlot),
        }),
        dayTotals: (_: readonly number[], of: number) => [
          { seriesId: 1, day: of, sum: SLOTS_PER_DAY * litres(of), avg: litres(of), complete: SLOTS_PER_DAY, estimated: 0 },
        ],
      },
    },
    ...more,
  }) as unknown as Collecting;

const reading = { series: { id: 1, kind: 'counter' }, measure: { divisor: 1000, unit: 'KL', places: 2 } };
const kpi = (value: number, more: Partial<PartKpi> = {}): PartKpi => ({
  ...{ key: 'consumption', name: 'Consumption', value, unit: 'KL', decimals: 1, previous: 400, changePct: -50 },
  ...{ completenessPct: 100, of: [reading] as unknown as NonNullable<PartKpi['of']> },
  ...more,
});
const model = { completenessPct: 100, period: { isOpen: false } } as Parameters<typeof firstPageOf>[0]['model'];
const nothing = { sections: [], alarms: [], balance: null, model };
const alarm = (more: Partial<AlarmRecord>): AlarmRecord =>
  ({
    title: 'Tank full',
    body: 'Flow 7 m3/h (+-1).',
    action: 'Stop.',
    priority: 2,
    insight: false,
    clearedAtMs: null,
    raisedAtMs: 1,
    ...more,
  }) as AlarmRecord;

describe('the first page of a report', () => {
  it('holds a day against the same weekdays, not against the day before', async () => {
    const page = await firstPageOf(
      { ...nothing, kpis: [kpi(288)] },
      contextOf(() => 1000),
    );
    expect(page.verdict).toEqual(['Consumption was 288.0 KL, as much as on a usual Sunday.', 'Nothing was out of the ordinary.']);
    expect(page.figures).toMatchObject([{ like: 288, changePct: 0, isOutside: false, usual: { days: 8 } }]);
    expect(page.against).toBe('Usual Sunday');
  });

  it('holds a running day against as much of the same weekdays, and is answered of whole ones without their slots', async () => {
    const running = contextOf(() => 1000);
    running.source.nowSlot -= SLOTS_PER_DAY / 2;
    expect((await firstPageOf({ ...nothing, kpis: [kpi(144)] }, running)).figures).toMatchObject([
      { like: 144, usual: { days: 8 } },
    ]);
    const whole = contextOf(() => 1000);
    whole.source.reader.slots = () => {
      throw new Error('no slot is read');
    };
    expect((await firstPageOf({ ...nothing, kpis: [kpi(288)] }, whole)).figures).toMatchObject([
      { like: 288, usual: { days: 8 } },
    ]);
  });

  it('gives way before each meter of each like day, so that nothing else waits for a report of a thousand', async () => {
    let turns = 0;
    const context = contextOf(() => 1000);
    context.source.pace.turn = async () => {
      turns += 1;
    };
    const of = Array.from({ length: 50 }, () => reading) as unknown as NonNullable<PartKpi['of']>;
    const page = await firstPageOf({ ...nothing, kpis: [kpi(14_400, { of })] }, context);
    expect(page.figures).toMatchObject([{ like: 14_400, usual: { days: 8 } }]);
    expect(turns).toBe(8 * 50);
  });

  it('names a figure that is outside of its band, and does not name one just inside', async () => {
    const far = await firstPageOf(
      { ...nothing, kpis: [kpi(400)] },
      contextOf(() => 1000),
    );
    expect(far.verdict[1]).toBe('One thing was out of the ordinary.');
    expect(far.findings).toMatchObject([{ mark: '↑', title: 'Consumption 400.0 KL, 38.9 % more than a usual Sunday' }]);
    const inside = await firstPageOf(
      { ...nothing, kpis: [kpi(300)] },
      contextOf(() => 1000),
    );
    expect(inside.findings).toEqual([]);
  });

  it('says that a figure is above where it usually is nothing, without a part of that', async () => {
    const page = await firstPageOf(
      { ...nothing, kpis: [kpi(50)] },
      contextOf(() => 0),
    );
    expect(page.findings).toMatchObject([{ mark: '↑', title: 'Consumption 50.0 KL', body: 'Usually 0.0 to 0.0 KL.' }]);
  });

  it('has a percentage in its first sentence only outside of the band', async () => {
    const first = async (value: number): Promise<string | undefined> => {
      const page = await firstPageOf(
        { ...nothing, kpis: [kpi(value)] },
        contextOf(() => 1000),
      );
      return page.verdict[0];
    };
    expect(await first(291)).toBe('Consumption was 291.0 KL, as is usual on a Sunday.');
    expect(await first(300)).toBe('Consumption was 300.0 KL, 4.2 % more than a usual Sunday.');
  });

  it('holds a month against the one before, in the same words', async () => {
    const month = contextOf(() => 1000, { order: { type: 'monthly', service: 'water' } });
    const page = await firstPageOf({ ...nothing, kpis: [kpi(200)] }, month);
    expect(page.verdict[0]).toBe('Consumption was 200.0 KL, 50.0 % less than the period before.');
    expect(page).toMatchObject({ against: 'Period before', figures: [{ like: 400, usual: null }] });
  });

  it('says alarms by their priority, once each, and what to do where one is not over', async () => {
    const alarms = [
      alarm({ priority: 3, title: 'Leak', clearedAtMs: 5 }),
      alarm({}),
      alarm({ raisedAtMs: 2 }),
      alarm({ insight: true, title: 'Hint' }),
    ];
    const { findings } = await firstPageOf(
      { ...nothing, alarms, kpis: [] },
      contextOf(() => 0),
    );
    expect(findings).toEqual([
      { mark: '2', title: 'Tank full (2 times)', body: 'Flow 7 m³/h (±1).', action: 'Stop.' },
      { mark: '3', title: 'Leak', body: 'Flow 7 m³/h (±1).', action: '' },
    ]);
  });

  it('names limits that were not kept, and water that the meters do not explain with its uncertainty', async () => {
    const rows = [
      { cells: { what: 'Line 3', rule: 'limit, KL', limit: 100, value: 120, used: 120, verdict: 'above the limit' } },
      { cells: { what: 'Line 1', rule: 'limit, KL', limit: 100, value: 50, used: 50, verdict: 'kept' } },
    ];
    const sections = [{ kind: 'table' as const, key: 'compliance', title: '', columns: [], rows }];
    const balance = { unaccountedKL: 24.5, band95KL: 11.5, status: 'loss' as const };
    const { findings, verdict } = await firstPageOf(
      { ...nothing, sections, balance, kpis: [] },
      contextOf(() => 0),
    );
    expect(findings.map(({ title }) => title)).toEqual(['Line 3 above the limit', '24.50 ± 11.50 KL unaccounted']);
    expect(verdict).toEqual(['2 things were out of the ordinary.']);
    const own = contextOf(() => 0, { order: { type: 'monthly', service: 'water_balance' } });
    expect((await firstPageOf({ ...nothing, balance, kpis: [] }, own)).verdict[0]).toBe('24.50 ± 11.50 KL are unaccounted.');
    const closed = { ...balance, status: 'balanced' as const };
    expect((await firstPageOf({ ...nothing, balance: closed, kpis: [] }, own)).verdict).toEqual([
      '24.50 ± 11.50 KL unaccounted: the balance closes within the error of the meters.',
      'Nothing was out of the ordinary.',
    ]);
  });

  it('says that a figure is not known, in words', async () => {
    const unknown = kpi(0, { value: null, changePct: null, of: [] });
    const page = await firstPageOf(
      { ...nothing, kpis: [unknown] },
      contextOf(() => 1000),
    );
    expect(page.verdict[0]).toBe('Consumption is not known.');
    const own = contextOf(() => 0, { order: { type: 'monthly', service: 'water_balance' } });
    const balance = { unaccountedKL: null, band95KL: null, status: 'undetermined' as const };
    const { verdict } = await firstPageOf({ ...nothing, balance, kpis: [] }, own);
    expect(verdict[0]).toBe('How much is unaccounted for is not known.');
  });

  it('says of a limit by how much it was not kept, in the unit and with the places of its meter', async () => {
    const cells = { what: 'Line 3', rule: 'limit, ML', measure: 'ML', verdict: 'above the limit' };
    const rows = [{ cells: { ...cells, limit: 0.001, value: 0.00123, used: 123 } }];
    const columns = [{ key: 'value', name: 'Value', kind: 'number' as const, decimals: 5 }];
    const sections = [{ kind: 'table' as const, key: 'compliance', title: '', columns, rows }];
    const { findings } = await firstPageOf(
      { ...nothing, sections, kpis: [] },
      contextOf(() => 0),
    );
    expect(findings.map(({ body }) => body)).toEqual(['0.00123 of 0.00100 ML (123.0 %).']);
  });

  it('says that figures are provisional, and that the day still runs', async () => {
    const open = { completenessPct: 88.14, period: { isOpen: true } } as typeof model;
    const { verdict } = await firstPageOf(
      { ...nothing, model: open, kpis: [] },
      contextOf(() => 0),
    );
    expect(verdict.slice(1)).toEqual([
      'The period is still running: figures count as far as it has come.',
      'Provisional: 88.1 % of the readings are there.',
    ]);
  });
});
