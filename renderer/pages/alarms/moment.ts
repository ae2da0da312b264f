import { HOUR_MS } from '../../../server/contract/model/common.ts';
import type { GranularPoint } from '../../../server/contract/user/granular.ts';

type Drawn = { lines: string[]; low: number; high: number; fromMs: number; toMs: number; markX: number };

/** Paths of the slots from 3 hours before a moment to 1 hour after it, broken where a slot is missing; null without any. */
export const linesAround = (points: readonly GranularPoint[], atMs: number, width: number, height: number): Drawn | null => {
  const [fromMs, toMs] = [atMs - 3 * HOUR_MS, atMs + HOUR_MS];
  const near = points
    .map(({ t, v, q }) => ({ ms: Date.parse(t), v: q === 'M' || q === 'X' ? null : v }))
    .filter(({ ms }) => ms >= fromMs && ms <= toMs);
  const values = near.flatMap(({ v }) => (v === null ? [] : [v]));
  if (values.length === 0) return null;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const span = high > low ? high - low : 1;
  const x = (ms: number) => ((ms - fromMs) / (toMs - fromMs)) * width;
  const y = (v: number) => height - 6 - ((v - low) / span) * (height - 12);
  const lines: string[] = [];
  let isOpen = false;
  for (const { ms, v } of near) {
    if (v !== null) {
      const place = `${x(ms).toFixed(1)} ${y(v).toFixed(1)}`;
      if (isOpen) lines[lines.length - 1] += `L${place}`;
      else lines.push(`M${place}`);
    }
    isOpen = v !== null;
  }
  return { lines, low, high, fromMs, toMs, markX: x(atMs) };
};
