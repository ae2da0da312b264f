import type { FieldCommands, FieldRead, ReadResult } from '../../core/field/command.ts';
import type { Writer } from '../../db/writer.ts';
import type { CommandFrame } from './commandRequest.ts';
import { hexOf, ownPlace, shownAt, writtenPlace } from './frames.ts';
import type { JournalStore } from './journalStore.ts';
import type { CommandRow, WritePoint } from './model.ts';
import { ownProof, proofOf, type ReadBackProof, showsTarget } from './readBack.ts';
import { unlessOver } from './turns.ts';

const READ_WITHIN_MS = 2000;

type Wanted = { point: WritePoint | undefined; value: number | null; oldValue: number | null };

/** Whether a point's registers held a value before it was written: that they hold it afterwards proves nothing. */
export const wasHeld = ({ point, value, oldValue }: Wanted): boolean => {
  const own = point && value !== null && ownProof(point, value);
  return Boolean(own && value !== null && oldValue !== null && Math.abs(oldValue - value) <= own.within);
};

const isWithin = (inner: FieldRead, outer: FieldRead): boolean =>
  inner.space === outer.space && inner.address === outer.address && inner.count <= outer.count;

/** Whether its effect shows elsewhere than in the registers that were written. */
export const isShownElsewhere = (point: WritePoint, { place }: ReadBackProof): boolean => !isWithin(place, ownPlace(point));

type Asked = { commands: FieldCommands; deviceId: string; point: WritePoint | undefined; value: number | null };

const feedbackBefore = async (
  { commands, deviceId }: Asked,
  proof: ReadBackProof,
  own: Extract<ReadResult, { kind: 'answered' }> | null,
): Promise<boolean | null> => {
  const read = own ?? (await commands.read(deviceId, proof.place, READ_WITHIN_MS));
  if (read.kind !== 'answered') return null;
  if (!showsTarget(proof, read.words.slice(0, proof.place.count), commands)) return false;
  if (!proof.contrary) return true;
  const other = await commands.read(deviceId, proof.contrary.place, READ_WITHIN_MS);
  return other.kind === 'answered' ? other.words[0] !== proof.contrary.target : null;
};

/**
 * Whether a point or its feedback shows, before a value is written, what would show afterwards; null where that could not be seen.
 * @param own what the point's own registers answered
 */
const isShownBefore = async (asked: Asked, own: ReadResult): Promise<boolean | null> => {
  const { commands, point, value } = asked;
  // who answered nothing is not asked for more: the command has its deadline
  if (!point || value === null || own.kind === 'failed') return null;
  const oldValue = own.kind === 'answered' ? shownAt(point, own.words, commands) : null;
  if (wasHeld({ point, value, oldValue })) return true;
  const proof = proofOf(point, value);
  const known = own.kind === 'answered' ? own : null;
  if (!proof) return known ? false : null;
  return feedbackBefore(asked, proof, isShownElsewhere(point, proof) ? null : known);
};

const OLD_WITHIN_MS = 1000;

/** `wasShown`: what is wanted showed already; null where nobody knows. */
type Old = Pick<CommandRow, 'oldValue' | 'rawBefore'> & { wasShown: boolean | null };

const unread: Old = { oldValue: null, rawBefore: '', wasShown: null };

type Parts = { commands: FieldCommands; journal: Pick<JournalStore, 'noteBefore'>; writer: Pick<Writer, 'run'> };

/** What was there before, in the point's own unit; of a raw write its registers only. Given up when the command's time is over. */
export const readOld = (
  { commands, journal, writer }: Parts,
  row: CommandRow,
  { point, value, write }: CommandFrame,
  leftMs: () => number,
): Promise<Old> => {
  const look = async (): Promise<Old> => {
    const withinMs = Math.max(1, Math.min(OLD_WITHIN_MS, leftMs()));
    const read = await commands.read(row.deviceId, point ? ownPlace(point) : writtenPlace(write), withinMs);
    // the row is settled then
    if (leftMs() <= 0) return unread;
    const words = read.kind === 'answered' ? read.words : [];
    const oldValue = point && words.length > 0 ? shownAt(point, words, commands) : null;
    const rawBefore = hexOf(words);
    if (words.length > 0) writer.run((tx) => journal.noteBefore(tx, row.id, oldValue, rawBefore));
    const wasShown = await isShownBefore({ commands, deviceId: row.deviceId, point, value }, read);
    return { oldValue, rawBefore, wasShown };
  };
  return unlessOver(look(), leftMs(), () => unread);
};
