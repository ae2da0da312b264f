/** Water in a tank; plain data, so that a plant's state can be written down as it is. */
export type Tank = { volumeM3: number; readonly capacityM3: number };

export const tank = (capacityM3: number, filledPart: number): Tank => ({ volumeM3: capacityM3 * filledPart, capacityM3 });

/** How full, 0 … 1. */
export const filled = (of: Tank): number => of.volumeM3 / of.capacityM3;

/** Takes water out, at most what is there; answers what came, m3. */
export function draw(from: Tank, wantedM3: number): number {
  const got = Math.max(0, Math.min(wantedM3, from.volumeM3));
  from.volumeM3 -= got;
  return got;
}

/** Puts water in; answers what spilled over the rim, m3. */
export function pour(into: Tank, m3: number): number {
  const spilled = Math.max(0, into.volumeM3 + m3 - into.capacityM3);
  into.volumeM3 += m3 - spilled;
  return spilled;
}

/** A pump or valve that keeps its state between two marks: on below the low one, off above the high one. */
export function filling(on: boolean, part: number, onBelow: number, offAbove: number): boolean {
  return on ? part < offAbove : part < onBelow;
}

/** The same for a pump that empties: on above the high mark, off below the low one. */
export function emptying(on: boolean, part: number, offBelow: number, onAbove: number): boolean {
  return on ? part > offBelow : part > onAbove;
}
