import { describe, expect, it } from 'vitest';
import { RoEventLog } from './roEventLog.ts';

const SLOT_MS = 300_000;
const book = async (kind: 'cip' | 'membrane_change') => {
  const made = new RoEventLog(async () => [{ plantId: 'ro1', kind, startMs: 10 * SLOT_MS + 60_000, endMs: 12 * SLOT_MS }]);
  await made.refresh('DEMO');
  return made;
};
const unit = { subCategoryId: 'ro1', meta: { ro: { side: 'feed' as const } } };

describe('work on an RO plant', () => {
  it('holds back the alarms of its units in the slots that it touches', async () => {
    const work = await book('cip');
    expect([9, 10, 11, 12, 13].map((slot) => work.isUnderWork('DEMO', unit, slot))).toEqual([false, true, true, true, false]);
  });

  it('holds back no other units, plants or industries, and a change of membranes holds back nothing', async () => {
    const work = await book('cip');
    expect(work.isUnderWork('DEMO', { ...unit, meta: {} }, 11)).toBe(false);
    expect(work.isUnderWork('DEMO', { ...unit, subCategoryId: 'ro2' }, 11)).toBe(false);
    expect(work.isUnderWork('NORTH', unit, 11)).toBe(false);
    expect((await book('membrane_change')).isUnderWork('DEMO', unit, 11)).toBe(false);
  });
});
