import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { Caller } from '../../../core/caller.ts';
import type { Clock } from '../../../core/clock.ts';
import { Failure } from '../../../core/fail.ts';
import { DAY_MS } from '../../../core/time.ts';
import type { AuditEntry, AuditTrail } from '../../audit/index.ts';
import { loadSecret } from '../keys.ts';
import type { User } from '../model.ts';
import type { SessionIndex } from '../sessionIndex.ts';
import type { AuthStore } from '../store.ts';
import type { Origin } from './credentials.ts';
import type { PasswordChanges } from './passwordChanges.ts';

export type PasswordLinksParts = {
  store: Pick<AuthStore, 'passwordHash' | 'isPasswordHash'>;
  index: Pick<SessionIndex, 'user'>;
  passwordChanges: PasswordChanges;
  audit: AuditTrail;
  clock: Clock;
  /** File of the key that links are signed with, made at first start. */
  keyFile: string;
};

export type CreatedLink = { token: string; expiresAtMs: number };

const LIFETIME_MS = 3 * DAY_MS;
const dead = (): Failure =>
  new Failure('credentials', 'This link was used already or is too old: ask for another one where you got it');

/**
 * One-time links with which people choose their password. A token is signed over the present password's hash, so that whatever
 * sets the password ends every link made before; nothing is stored.
 */
export class PasswordLinks {
  readonly #parts: PasswordLinksParts;
  #key: KeyObject | undefined;
  /** Users whose password is being set by a link: a second request with the same link comes too late. */
  readonly #using = new Set<string>();

  constructor(parts: PasswordLinksParts) {
    this.#parts = parts;
  }

  /** @throws Failure `unavailable` when the key file is damaged. */
  start(): void {
    this.#key = loadSecret(this.#parts.keyFile);
  }

  /** @throws Failure `notFound`, `permission`, or `badRequest` for a user without a password of this server. */
  async make(caller: Caller, userId: string, origin: Origin): Promise<CreatedLink> {
    const { passwordChanges, audit, clock } = this.#parts;
    const user = passwordChanges.resettable(caller, userId);
    const expiresAtMs = (Math.floor(clock.now() / 1000) + LIFETIME_MS / 1000) * 1000;
    const head = `${user.id}.${(expiresAtMs / 1000).toString(36)}`;
    const token = `${head}.${this.#signatureOf(head, await this.#hashOf(user)).toString('base64url')}`;
    await audit.record({
      kind: 'password.link',
      outcome: 'done',
      userId: caller.userId,
      industryId: caller.industryId,
      subject: user.id,
      after: { expiresAt: new Date(expiresAtMs).toISOString() },
      ...origin,
    });
    return { token, expiresAtMs };
  }

  /**
   * Sets the password of the user whom the link was made for.
   * @throws Failure `credentials` for a link that is not valid, or no longer; `disabled`; `badRequest` for a password that cannot be taken.
   */
  async use(token: string, wanted: string, origin: Origin): Promise<User> {
    const { passwordChanges, store } = this.#parts;
    const { user, passwordHash } = await this.#userOf(token);
    if (this.#using.has(user.id)) throw dead();
    this.#using.add(user.id);
    try {
      const entry: AuditEntry = {
        kind: 'password.linkUsed',
        outcome: 'done',
        userId: user.id,
        industryId: user.industryId,
        subject: user.id,
        ...origin,
      };
      await passwordChanges.replace(user, wanted, entry, (tx) => {
        if (!store.isPasswordHash(tx, user.id, passwordHash)) throw dead();
      });
    } finally {
      this.#using.delete(user.id);
    }
    return user;
  }

  async #userOf(token: string): Promise<{ user: User; passwordHash: string }> {
    const [userId = '', expiry = '', signature = '', ...more] = token.split('.');
    const user = this.#parts.index.user(userId);
    if (!user || more.length > 0) throw dead();
    const passwordHash = await this.#hashOf(user);
    const expected = this.#signatureOf(`${userId}.${expiry}`, passwordHash);
    const sent = Buffer.from(signature, 'base64url');
    if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) throw dead();
    if (Number.parseInt(expiry, 36) * 1000 <= this.#parts.clock.now()) throw dead();
    if (user.disabled || !user.active) throw new Failure('disabled', 'User disabled');
    return { user, passwordHash };
  }

  async #hashOf({ id }: User): Promise<string> {
    return (await this.#parts.store.passwordHash(id)) ?? '';
  }

  #signatureOf(head: string, passwordHash: string): Buffer {
    if (!this.#key) throw new Failure('server', 'password links are not started');
    return createHmac('sha256', this.#key).update(`${head}|${passwordHash}`).digest();
  }
}
