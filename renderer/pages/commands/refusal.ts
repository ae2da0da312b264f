import type { WritePointSpec } from '../../../server/contract/model/writePoint.ts';
import type { WritePointNow } from '../../../server/contract/plant/commands.ts';

type Refusal = 'noRight' | 'readOnly' | 'noLink' | 'tooOld' | 'interlocked';

type Known = {
  kind: WritePointSpec['kind'];
  hasRight: boolean;
  readOnly: boolean;
  /** The live connection is there, and the point's own answer is none of before. */
  isLinked: boolean;
  now: WritePointNow | undefined;
  nowMs: number;
};

/** Why nothing is sent: a state that is older than two scans says nothing about now. null where a command may go. */
export const refusalOf = ({ kind, hasRight, readOnly, isLinked, now, nowMs }: Known): Refusal | null => {
  if (!hasRight) return 'noRight';
  if (readOnly) return 'readOnly';
  if (!isLinked || now === undefined) return 'noLink';
  // a pulse leaves nothing that could be read
  const isOld = now.readAt === null || nowMs - Date.parse(now.readAt) > now.staleAfterMs;
  if (kind !== 'command' && isOld) return 'tooOld';
  return now.interlocks.some(({ isMet }) => !isMet) ? 'interlocked' : null;
};
