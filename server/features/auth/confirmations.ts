import { LRUCache } from 'lru-cache';
import type { Caller } from '../../core/caller.ts';
import type { Clock } from '../../core/clock.ts';
import { Failure, isFailure } from '../../core/fail.ts';
import type { Confirmer } from '../../http/auth.ts';
import type { AuditTrail } from '../audit/index.ts';
import { refuseOutdated } from './liveSession.ts';
import type { Credentials, Origin } from './passwords/credentials.ts';
import type { SessionIndex } from './sessionIndex.ts';

export type ConfirmationsParts = {
  credentials: Pick<Credentials, 'confirm'>;
  index: SessionIndex;
  audit: AuditTrail;
  clock: Clock;
  /** How long a login or a confirmed password counts; 0: not at all. */
  windowMs: number;
};

const MAX_KNOWN = 2000;

/** Asks for the password again before rights are granted, so that a token alone, or a screen left open, cannot do it. */
export class Confirmations implements Confirmer {
  readonly #parts: ConfirmationsParts;
  /** When the password was last confirmed, by session. */
  readonly #confirmedMs = new LRUCache<string, number>({ max: MAX_KNOWN });

  constructor(parts: ConfirmationsParts) {
    this.#parts = parts;
  }

  async require(caller: Caller, password: string | undefined, origin: Origin): Promise<void> {
    const { credentials, index, audit, clock, windowMs } = this.#parts;
    const { sessionId, userId, industryId } = caller;
    if (password === undefined) {
      const shownMs = this.#confirmedMs.get(sessionId) ?? index.session(sessionId)?.createdAtMs ?? Number.NEGATIVE_INFINITY;
      // a clock set back a little makes a login of this moment one to come
      if (Math.abs(clock.now() - shownMs) < windowMs) return;
      throw new Failure('confirmation', 'Confirm with your password in the header X-Confirm-Password, or log in again');
    }
    try {
      await credentials.confirm(userId, password);
    } catch (error) {
      if (!isFailure(error, 'credentials')) throw error;
      audit.gather({ kind: 'confirm', outcome: 'refused', industryId, userId, ...origin });
      throw new Failure('confirmation', 'The password in X-Confirm-Password is wrong', { cause: error });
    }
    refuseOutdated(caller, index);
    this.#confirmedMs.set(sessionId, clock.now());
  }
}
