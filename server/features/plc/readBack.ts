import { setTimeout as sleep } from 'node:timers/promises';
import type { DecodeSpec } from '../../contract/model/field.ts';
import type { WritePointSpec } from '../../contract/model/writePoint.ts';
import type { Clock } from '../../core/clock.ts';
import { contentTag } from '../../core/contentTag.ts';
import type { FieldCommands, FieldRead } from '../../core/field/command.ts';
import { bitsOf, hexOf, ownPlace, specOf } from './frames.ts';

const READ_WITHIN_MS = 2000;
/** Reads that are tried where none is answered, also beyond the time: on a line with faults one alone says nothing of the effect. */
const LEAST_READS = 3;

/** Where a command's effect shows, and what must show there. */
export type ReadBackProof = {
  place: FieldRead;
  spec: DecodeSpec;
  /** What shows the opposite: while this bit is there too, nothing is proven. */
  contrary: { place: FieldRead; target: number } | null;
  /** Only these bits of a register count. */
  bits: number | null;
  target: number;
  within: number;
  delayMs: number;
  pollMs: number;
  timeoutMs: number;
};

const wide = (type: string): number => (type === 'uint32' || type === 'int32' || type === 'float32' ? 2 : 1);

/** From a point's own settings: its feedback where it has one. null: nothing shows whether it worked. */
export const proofOf = (point: WritePointSpec, value: number): ReadBackProof | null => {
  const valve = point.valve && valveProof(point, value);
  if (valve) return valve;
  if (!point.verify) return null;
  const { place, within, delayMs, pollMs, timeoutMs } = point.verify;
  const { space, address, type, wordOrder, scale } = place;
  return {
    place: { space, address, count: wide(type) },
    spec: { space, address, type, wordOrder, scale, offset: 0, sentinels: [] },
    contrary: null,
    bits: space === 'holding' && address === point.address ? bitsOf(point) : null,
    target: value,
    within,
    delayMs,
    pollMs,
    timeoutMs,
  };
};

/** The registers that were written, for what is not known otherwise; null for a pulse, which leaves nothing there. */
export const ownProof = (point: WritePointSpec, value: number): ReadBackProof | null =>
  point.kind === 'command'
    ? null
    : {
        place: ownPlace(point),
        spec: specOf(point),
        contrary: null,
        bits: bitsOf(point),
        target: value,
        within: 1e-6 * Math.max(1, Math.abs(value)),
        delayMs: 0,
        pollMs: 250,
        timeoutMs: 2000,
      };

/** The limit switch of the side that the valve moves to, within its time of travel. */
const valveProof = ({ valve }: WritePointSpec, value: number): ReadBackProof | null => {
  if (!valve) return null;
  const { openFeedback, closedFeedback } = valve;
  // between its ends neither switch says anything
  if (value !== valve.openValue && value !== valve.closeValue) return null;
  const [feedback, other] = value === valve.openValue ? [openFeedback, closedFeedback] : [closedFeedback, openFeedback];
  if (!feedback) return null;
  const { space, address, on } = feedback;
  return {
    place: { space, address, count: 1 },
    spec: { space, address, type: 'bool', wordOrder: 'ABCD', scale: 1, offset: 0, sentinels: [] },
    contrary: other && { place: { space: other.space, address: other.address, count: 1 }, target: other.on ? 1 : 0 },
    bits: null,
    target: on ? 1 : 0,
    within: 0,
    delayMs: 0,
    pollMs: 250,
    timeoutMs: valve.travelMs,
  };
};

/**
 * Who has a device's place: another one gets and shows nothing of a command. A hash, as the journal keeps it and a hub may be given the
 * journal without the lines.
 */
export const unitOf = (commands: Pick<FieldCommands, 'placeOf'>, deviceId: string): string =>
  contentTag(commands.placeOf(deviceId) ?? null);

export type Seen = { isProven: boolean; words: readonly number[]; hex: string };

type Shown = Pick<ReadBackProof, 'spec' | 'bits' | 'target' | 'within'>;

/** Whether registers show what a proof wants, whatever shows its contrary. */
export const showsTarget = (
  { spec, bits, target, within }: Shown,
  words: readonly number[],
  commands: Pick<FieldCommands, 'decode'>,
): boolean => {
  const [first = null] = words;
  const word = bits === null || first === null ? first : first & bits;
  const value = bits !== null || spec.type === 'bool' ? word : commands.decode(spec, words);
  return value !== null && Math.abs(value - target) <= within;
};

/**
 * Reads until the wanted value shows, the time is over or another one has the place; the last answer represents what the device holds.
 * @param parts.unit whose answers count; whoever has the device's place now where it is left out
 * @throws what aborted it.
 */
export const readBack = async (
  { commands, clock, unit: asked }: { commands: FieldCommands; clock: Clock; unit?: string },
  deviceId: string,
  proof: ReadBackProof,
  signal: AbortSignal,
): Promise<Seen> => {
  const { place, contrary, delayMs, pollMs, timeoutMs } = proof;
  const unit = asked ?? unitOf(commands, deviceId);
  const isThere = (): boolean => unitOf(commands, deviceId) === unit;
  // a stuck end switch must not confirm a valve that is on the other one
  const isContradicted = async (): Promise<boolean> => {
    if (!contrary) return false;
    const read = await commands.read(deviceId, contrary.place, READ_WITHIN_MS);
    signal.throwIfAborted();
    return read.kind !== 'answered' || !isThere() || read.words[0] === contrary.target;
  };
  const endMs = clock.monotonicMs() + delayMs + timeoutMs;
  let seen: Seen = { isProven: false, words: [], hex: '' };
  if (delayMs > 0) await sleep(delayMs, undefined, { signal });
  for (let reads = 1; ; reads += 1) {
    const read = await commands.read(deviceId, place, READ_WITHIN_MS);
    signal.throwIfAborted();
    // who is there from now on shows nothing of it
    if (!isThere()) return seen;
    if (read.kind === 'answered') {
      const shows = showsTarget(proof, read.words, commands);
      const isProven = shows && !(await isContradicted());
      seen = { isProven, words: read.words, hex: hexOf(read.words) };
    }
    const isOver = clock.monotonicMs() + pollMs > endMs && (seen.hex !== '' || reads >= LEAST_READS);
    if (seen.isProven || isOver) return seen;
    await sleep(pollMs, undefined, { signal });
  }
};
