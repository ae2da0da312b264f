import type { LiveReading } from './liveValues.ts';

/**
 * How a live value may be shown: as it is, as an old one (hatched, struck, with "?" and its age), or not at all.
 * `why` names the reason by its key in the texts.
 */
export type Trust =
  | { kind: 'good'; ageMs: number }
  | { kind: 'doubtful'; ageMs: number; why: LiveReading['quality'] | 'disconnected' }
  | { kind: 'none'; why: LiveReading['quality'] | null };

const defaultStaleAfterMs = 60_000;

/**
 * A value is good while its last attempt was good and it is younger than two of its intervals. While the live
 * connection is away nobody can know that, so every value that is not young is doubtful.
 */
export const trustIn = (
  reading: LiveReading | undefined,
  {
    nowMs,
    connected,
    staleAfterMs = defaultStaleAfterMs,
  }: { nowMs: number; connected: boolean; staleAfterMs?: number | undefined },
): Trust => {
  if (reading === undefined) return { kind: 'none', why: null };
  if (reading.value === null || reading.atMs === null) {
    return { kind: 'none', why: reading.quality === 'GOOD' ? null : reading.quality };
  }
  const ageMs = Math.max(0, nowMs - reading.atMs);
  if (reading.quality !== 'GOOD' && reading.quality !== 'UNCERTAIN' && reading.quality !== 'UNCERTAIN_BUSY') {
    return { kind: 'doubtful', ageMs, why: reading.quality };
  }
  if (ageMs <= staleAfterMs) return { kind: 'good', ageMs };
  return { kind: 'doubtful', ageMs, why: connected ? 'STALE' : 'disconnected' };
};
