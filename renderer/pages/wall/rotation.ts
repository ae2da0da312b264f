/** How long a page stays. */
export const pageMs = 30_000;

export type Turn = { index: number; nextIndex: number; leftMs: number };

/**
 * Which page the wall shows: one after the other by the clock, so that several screens turn together; the first while an alarm
 * holds it, and the one that was asked for where one was.
 */
export const turnAt = (nowMs: number, pages: number, held: boolean, fixed: number | null): Turn => {
  const step = Math.floor(nowMs / pageMs);
  const index = held ? 0 : (fixed ?? step % pages);
  return { index, nextIndex: (index + 1) % pages, leftMs: pageMs - (nowMs % pageMs) };
};

/** The picture moves by two pixels every ten minutes, so that nothing burns in. */
export const shiftAt = (nowMs: number): { x: number; y: number } => {
  const step = Math.floor(nowMs / 600_000) % 4;
  return { x: step === 1 || step === 2 ? 2 : 0, y: step >= 2 ? 2 : 0 };
};
