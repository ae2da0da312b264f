import { setTimeout as sleep } from 'node:timers/promises';
import type { DecodeSpec } from '../../contract/field.ts';
import type { WritePointSpec } from '../../contract/plantCommands.ts';
import type { Clock } from '../../core/clock.ts';
import type { FieldCommands, FieldRead } from '../../core/command.ts';
import { hexOf } from './frames.ts';

const READ_WITHIN_MS = 2000;

/** Where a command's effect shows, and what must show there. */
export type Proof = {
  place: FieldRead;
  spec: DecodeSpec;
  target: number;
  within: number;
  delayMs: number;
  pollMs: number;
  timeoutMs: number;
};

const wide = (type: string): number => (type === 'uint32' || type === 'int32' || type === 'float32' ? 2 : 1);

/** From a point's own settings: its feedback where it has one. null: nothing tells whether it worked. */
export const proofOf = (point: WritePointSpec, value: number): Proof | null => {
  const valve = point.valve && valveProof(point, value);
  if (valve) return valve;
  if (!point.verify) return null;
  const { place, within, delayMs, pollMs, timeoutMs } = point.verify;
  const { space, address, type, wordOrder, scale } = place;
  return {
    place: { space, address, count: wide(type) },
    spec: { space, address, type, wordOrder, scale, offset: 0, sentinels: [] },
    target: value,
    within,
    delayMs,
    pollMs,
    timeoutMs,
  };
};

/** The limit switch of the side that the valve moves to, within its time of travel. */
const valveProof = ({ valve }: WritePointSpec, value: number): Proof | null => {
  const feedback = valve && (value === valve.openValue ? valve.openFeedback : valve.closedFeedback);
  if (!valve || !feedback) return null;
  const { space, address, on } = feedback;
  return {
    place: { space, address, count: 1 },
    spec: { space, address, type: 'bool', wordOrder: 'ABCD', scale: 1, offset: 0, sentinels: [] },
    target: on ? 1 : 0,
    within: 0,
    delayMs: 0,
    pollMs: 250,
    timeoutMs: valve.travelMs,
  };
};

export type Seen = { isProven: boolean; words: readonly number[]; hex: string };

/** Reads until the wanted value shows or the time is over; the last answer stands for what the device holds. */
export const readBack = async (
  commands: FieldCommands,
  clock: Clock,
  deviceId: string,
  { place, spec, target, within, delayMs, pollMs, timeoutMs }: Proof,
  signal: AbortSignal,
): Promise<Seen> => {
  const endMs = clock.monotonicMs() + delayMs + timeoutMs;
  let seen: Seen = { isProven: false, words: [], hex: '' };
  if (delayMs > 0) await sleep(delayMs, undefined, { signal });
  for (;;) {
    const read = await commands.read(deviceId, place, READ_WITHIN_MS);
    if (read.kind === 'answered') {
      const value = spec.type === 'bool' ? (read.words[0] ?? Number.NaN) : commands.decode(spec, read.words);
      const isProven = value !== null && Math.abs(value - target) <= within;
      seen = { isProven, words: read.words, hex: hexOf(read.words) };
    }
    if (seen.isProven || clock.monotonicMs() + pollMs > endMs) return seen;
    await sleep(pollMs, undefined, { signal });
  }
};
