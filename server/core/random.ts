/** 32 bits that depend on all three numbers and on nothing else, so that a value can be asked for any moment in any order. */
function hash32(seed: number, channel: number, index: number): number {
  let h = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15) ^ channel, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 13) ^ index, 0x27d4eb2f);
  h = Math.imul(h ^ (h >>> 16), 0x165667b1);
  return (h ^ (h >>> 15)) >>> 0;
}

/** Uniform in [0, 1). */
export const uniformAt = (seed: number, channel: number, index: number): number => hash32(seed, channel, index) / 4_294_967_296;

/** About normal, mean 0 and standard deviation 1, within -3.5..3.5 (sum of four uniforms). */
export function normalAt(seed: number, channel: number, index: number): number {
  const first = hash32(seed, channel, index);
  const second = hash32(seed, channel ^ 0x5bd1e995, index);
  const sum = (first & 0xffff) + (first >>> 16) + (second & 0xffff) + (second >>> 16);
  return (sum / 65_536 - 2) * 1.7320508;
}

/** Smooth noise in [-1, 1] around 0: uniform knots at whole positions, joined by a smooth step. */
export function smoothNoise(seed: number, channel: number, position: number): number {
  const knot = Math.floor(position);
  const x = position - knot;
  const from = uniformAt(seed, channel, knot);
  const to = uniformAt(seed, channel, knot + 1);
  return 2 * (from + (to - from) * x * x * (3 - 2 * x)) - 1;
}

/** A channel number from a name, for the functions above. */
export function randomChannel(name: string): number {
  let h = 0x811c9dc5;
  for (let at = 0; at < name.length; at += 1) h = Math.imul(h ^ name.charCodeAt(at), 0x01000193);
  return h >>> 0;
}
