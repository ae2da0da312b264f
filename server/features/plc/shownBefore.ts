import type { FieldCommands, FieldRead, ReadResult } from '../../core/field/command.ts';
import { ownPlace, shownAt } from './frames.ts';
import type { WritePoint } from './model.ts';
import { ownProof, proofOf, type ReadBackProof, showsTarget } from './readBack.ts';

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
export const isShownBefore = async (asked: Asked, own: ReadResult): Promise<boolean | null> => {
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
