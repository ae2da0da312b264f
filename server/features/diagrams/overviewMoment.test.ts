import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OverviewMoment } from '../../contract/plant/moments.ts';
import { type DiagramsRig, startDiagrams } from '../../test/diagramsRig.ts';
import { TestPlant } from '../../test/testPlant.ts';
import type { AlarmRecord } from '../alarms/index.ts';

/** 10:00 of the shift day that began at 06:00 in Kolkata. */
const NOW = Date.parse('2026-11-10T10:00:20+05:30');
const MOMENT = '2026-11-10T08:00:00+05:30';
const at = Date.parse(MOMENT);
const same = (count: number, value: number): number[] => Array<number>(count).fill(value);

let rig: DiagramsRig;
beforeAll(async () => {
  const measured = new TestPlant()
    .addCategory('SOURCE_CATEGORY', ['water'])
    .addUnit({ id: 'in', type: 'flow', subCategoryId: 'water' })
    .addUnit({ id: 'late', type: 'flow', subCategoryId: 'water' })
    .write('in', 'volume', '2026-11-10', 0, [...same(24, 50), ...same(24, 100)])
    .write('in', 'flow', '2026-11-10', 0, [...same(24, 0.6), ...same(24, 1.2)], `${'G'.repeat(23)}E${'G'.repeat(24)}`)
    .write('late', 'flow', '2026-11-10', 0, same(12, 3));
  rig = await startDiagrams(measured);
  rig.plant.clock.set(NOW);
});
afterAll(() => rig.stop());
beforeEach(() => {
  rig.alarms.length = 0;
  rig.steps.clear();
});

const ask = (moment: string) => rig.call('GET', `/api/plant/overview/moment?at=${encodeURIComponent(moment)}`, { token: 'ravi' });
const shown = async (moment = MOMENT): Promise<OverviewMoment> => {
  const { status, body, text } = await ask(moment);
  expect(status, text).toBe(200);
  return body as OverviewMoment;
};

describe('the plant at a glance at a moment of the past', () => {
  it('has the values of the slot that ended then with their letter, and sums up to it', async () => {
    const { overview } = await shown();
    expect(overview).toMatchObject({ comparedTo: new Date(at).toISOString(), window: { label: '10/11/2026' } });
    const unit = overview.units.find(({ unitId }) => unitId === 'in');
    expect(unit?.params.find(({ param }) => param === 'flow')).toMatchObject({
      ...{ value: 0.6, letter: 'E', quality: 'UNCERTAIN', at: new Date(at).toISOString() },
    });
    // 24 slots of 50 L, and nothing of the ones after
    expect(unit?.today).toMatchObject({ value: 1.2, completeness: 100 });
    expect(unit?.params.find(({ param }) => param === 'volume')).toMatchObject({ value: null, letter: 'G' });
  });

  it('names what was silent then, not what is now, and shows what it had said last', async () => {
    const { overview } = await shown();
    expect(overview.silent).toMatchObject([]);
    const late = overview.units.find(({ unitId }) => unitId === 'late');
    expect(late).toMatchObject({ online: false });
    expect(late?.params.find(({ param }) => param === 'flow')).toMatchObject({
      ...{ value: null, letter: 'M', lastValue: 3, at: '2026-11-10T01:30:00.000Z' },
    });
    const before = await shown('2026-11-10T07:00:00+05:30');
    expect(before.overview.units.find(({ unitId }) => unitId === 'late')).toMatchObject({ online: true });
  });

  it('ends its 24 hours at the moment', async () => {
    const { hours } = await shown();
    const ends = Date.parse(hours.from) + 24 * 3_600_000;
    expect(ends).toBe(Date.parse('2026-11-10T09:00:00+05:30'));
    expect(hours.intake.values).toHaveLength(24);
  });

  it('takes a moment at which a shift day ends for the end of that day', async () => {
    const { overview } = await shown('2026-11-10T06:00:00+05:30');
    expect(overview.window.label).toBe('09/11/2026');
  });

  it('shows an alarm as it was then, without what came later', async () => {
    const record: AlarmRecord = {
      ...{ id: 'a1', industryId: 'DEMO', unitId: 'in', category: 'flow_rate', alertType: 'flow_rate_alert' },
      ...{ key: 'k', param: '', date: '2026-11-10', title: 'in flow high', body: '', action: '', priority: 2, insight: false },
      ...{ value: null, threshold: null, meta: {}, raisedAtMs: at - 3_600_000, clearedAtMs: at + 60_000 },
      ...{ ackedAtMs: at + 30_000, ackedBy: 'asha', resolvedAtMs: null, resolvedBy: null, shelvedUntilMs: null },
      ...{ suppressed: false, late: false, count: 1, assignees: [] },
    };
    rig.alarms.push(record);
    const step = (minutes: number, kind: 'raised' | 'acknowledged' | 'cleared') => ({
      ...{ at: at + minutes * 60_000, kind, userId: null, note: '' },
    });
    rig.steps.set('a1', [step(-60, 'raised'), step(0.5, 'acknowledged'), step(1, 'cleared')]);
    expect((await shown()).alarms).toMatchObject([
      { id: 'a1', state: 'unack', acknowledgedAt: null, acknowledgedBy: null, clearedAt: null },
    ]);
    expect((await shown('2026-11-10T09:00:00+05:30')).alarms).toEqual([]);
  });

  it('shows insights that stood then, as the Overview of now does: nobody has to acknowledge one', async () => {
    const near: AlarmRecord = {
      ...{ id: 'near', industryId: 'DEMO', unitId: 'in', category: 'monthly_threshold', alertType: 'monthly_threshold_alert' },
      ...{ key: 'n', param: '', date: '2026-11-10', title: 'in near limit', body: '', action: '', priority: 4, insight: true },
      ...{ value: null, threshold: null, meta: {}, raisedAtMs: at - 3_600_000, clearedAtMs: at + 60_000 },
      ...{ ackedAtMs: null, ackedBy: null, resolvedAtMs: null, resolvedBy: null, shelvedUntilMs: null },
      ...{ suppressed: false, late: false, count: 1, assignees: [] },
    };
    rig.alarms.push(near);
    rig.steps.set('near', [{ at: at - 3_600_000, kind: 'raised', userId: null, note: '' }]);
    expect((await shown()).alarms.filter(({ id }) => id === 'near')).toMatchObject([{ insight: true, state: 'ack' }]);
    const after = await shown('2026-11-10T09:00:00+05:30');
    expect(after.alarms.filter(({ id }) => id === 'near')).toEqual([]);
  });

  it('refuses a moment to come', async () => {
    expect((await ask('2026-11-10T12:00:00+05:30')).status).not.toBe(200);
  });
});
