import { SLOT_MS } from '../../../../server/contract/model/common.ts';
import { numberOf } from '../../../parts/form/problems.ts';

type Asked = { from: string; values: readonly (number | null)[]; param?: string | undefined };

/** The server keeps amounts to a thousandth, and values in single precision. */
const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= Math.max(0.000501, 1e-6 * Math.abs(other));

/**
 * Whether readings that were sent are what the server has: each slot as it was typed and marked as entered, or no more marked so where an entry
 * was taken back.
 * @param csv of the export of their unit: time, unitId, unitName, param, unit, value, quality.
 */
export const areEntered = (csv: string, { from, values, param }: Asked): boolean => {
  const fromMs = Date.parse(from);
  const kept = new Map<number, { value: number | undefined; quality: string }>();
  for (const line of csv.split('\n')) {
    const cells = line.trim().split(',');
    // names of units have commas of their own: what is read stands before or behind them
    const [value, quality] = [cells.at(-2), cells.at(-1)];
    if (quality === undefined || value === undefined || (param !== undefined && cells.at(-4) !== param)) continue;
    kept.set((Date.parse(cells[0] ?? '') - fromMs) / SLOT_MS, { value: numberOf(value), quality });
  }
  return values.every((value, at) => {
    const slot = kept.get(at);
    if (slot === undefined) return false;
    if (value === null) return slot.quality !== 'R';
    return slot.quality === 'R' && slot.value !== undefined && isNear(slot.value, value);
  });
};
