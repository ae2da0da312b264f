import { remarksOf, undeliveredIn } from '../../../server/contract/model/commandRemarks.ts';
import type { CommandOutcome } from '../../../server/contract/user/plc.ts';
import { ApiError } from '../../api/call.ts';
import { causeOf } from '../../parts/states.tsx';
import { sayRemarks } from './remarks.ts';

/** How far a command is, or what is known of it. */
export type CommandState = { state: 'sent' | CommandOutcome; detail?: string };

/** What stays in sight once the next command is prepared: one that is under way, and nothing of one that ended; the journal has it. */
export const whilePreparing = (last: CommandState | null): CommandState | null => (last?.state === 'sent' ? last : null);

const bodyOf = (error: unknown): string =>
  error instanceof ApiError && error.failure.kind === 'refused' ? error.failure.body.message : '';

/** Why a command was refused, in the person's language where the server's sentence has a code. */
const whyOf = (error: unknown): string => {
  const remarks = remarksOf(bodyOf(error));
  return remarks.length === 0 || remarks.some(({ code }) => code === 'other') ? causeOf(error) : sayRemarks(remarks);
};

/** A refusal by rule, or one that the server itself says, changed nothing; whatever else went wrong, nobody knows whether the command arrived. */
export const stateAfter = (error: unknown): CommandState => {
  const undelivered = undeliveredIn(bodyOf(error));
  if (undelivered !== null) return { state: undelivered.outcome, detail: sayRemarks(undelivered.remarks) };
  const refused = error instanceof ApiError && error.failure.kind === 'refused' && error.failure.http < 500;
  return { state: refused ? 'REFUSED' : 'UNKNOWN', detail: whyOf(error) };
};
