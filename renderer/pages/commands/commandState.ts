import type { Outcome } from '../../../server/contract/user/plc.ts';
import { ApiError } from '../../api/call.ts';
import { explain } from '../../parts/states.tsx';

/** How far a command is, or what is known of it. */
export type CommandState = { state: 'sent' | Outcome; detail?: string };

/** A refusal by rule changed nothing; whatever else went wrong, nobody knows whether the command arrived. */
export const stateAfter = (error: unknown): CommandState => {
  const refused = error instanceof ApiError && error.failure.kind === 'refused' && error.failure.http < 500;
  return { state: refused ? 'REFUSED' : 'UNKNOWN', detail: explain(error) };
};
