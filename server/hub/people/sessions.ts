import { randomUUID } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import { Failure } from '../../core/fail.ts';
import {
  ACCESS_SECONDS,
  hashToken,
  isLastRefresh,
  leftSeconds,
  loadTokenKeys,
  ROTATE_BELOW_MS,
  refreshSeconds,
  rolePresets,
  type TokenSubject,
  Tokens,
} from '../../features/auth/index.ts';
import type { Grant, HubPerson, PeopleStore } from './peopleStore.ts';
import type { Asking, HubSession, OpenSession, SessionStore } from './sessionStore.ts';

export type Opened = { open: OpenSession; access: string; refresh: string };

const presets: Readonly<Record<string, TokenSubject['permissions']>> = Object.fromEntries(
  Object.entries(rolePresets).map(([role, permissions]) => [role, [...permissions]]),
);
export const permissionsOf = (role: string): TokenSubject['permissions'] => presets[role] ?? [];

/** Logins of people at the hub: tokens in the form of a plant's, sessions in PostgreSQL. */
export class Sessions {
  readonly #store: SessionStore;
  readonly #people: PeopleStore;
  readonly #clock: Clock;
  readonly #tokens: Tokens;

  /** @param keyFile signing keys, made at the first start. */
  constructor(store: SessionStore, people: PeopleStore, keyFile: string, clock: Clock) {
    this.#store = store;
    this.#people = people;
    this.#clock = clock;
    this.#tokens = new Tokens(loadTokenKeys(keyFile), clock);
  }

  /**
   * Opens a session, in a plant that was chosen or in none.
   * @throws Failure `credentials` where the person got another password meanwhile, or was shut out.
   */
  async open(person: HubPerson, chosen: Grant | undefined, platform: string | null): Promise<Opened> {
    const nowMs = this.#clock.now();
    await this.#store.purge(nowMs);
    const [plantId, industryId] = [chosen?.plantId ?? null, chosen?.industryId ?? null];
    const begun = { id: randomUUID(), userId: person.userId, plantId, industryId, platform, createdAtMs: nowMs };
    const subject = subjectOf(person, begun.id, chosen);
    const { token, expiresAtMs } = this.#tokens.sign('refresh', subject, refreshSeconds(begun, nowMs));
    const session = { ...begun, refreshHash: hashToken(token), refreshExpiresAtMs: expiresAtMs };
    if (!(await this.#store.add(session, person.passwordHash))) throw new Failure('credentials', 'Invalid username or password');
    const grants = await this.#people.grantsOf(person.userId);
    return { open: { session, person, grants }, access: this.#access(subject, session), refresh: token };
  }

  /**
   * A new access token, and a new refresh token when the old one has less than 7 days left.
   * @throws Failure `sessionEnded` where the token was replaced before: there is a second copy of it, so the session ends.
   */
  async renew({ session, person, grants }: OpenSession, token: string): Promise<Opened> {
    const nowMs = this.#clock.now();
    const sentHash = hashToken(token);
    if (sentHash !== session.refreshHash) await this.#endReused(session.id);
    const subject = subjectOf(person, session.id, chosenOf(session, grants));
    if (isLastRefresh(session) || session.refreshExpiresAtMs - nowMs >= ROTATE_BELOW_MS)
      return { open: { session, person, grants }, access: this.#access(subject, session), refresh: token };
    const fresh = this.#tokens.sign('refresh', subject, refreshSeconds(session, nowMs));
    const renewed = { ...session, refreshHash: hashToken(fresh.token), refreshExpiresAtMs: fresh.expiresAtMs };
    if (!(await this.#store.replaceRefresh(session.id, sentHash, renewed.refreshHash, fresh.expiresAtMs)))
      await this.#endReused(session.id);
    return { open: { session: renewed, person, grants }, access: this.#access(subject, renewed), refresh: fresh.token };
  }

  end(sessionId: string): Promise<void> {
    return this.#store.end(sessionId);
  }

  /** The session that a token names. @throws Failure as a plant's: `token`, `accessTokenForRefresh`, `expired`. */
  named(token: string, use: 'access' | 'refresh'): string {
    return this.#tokens.verify(token, use).sid;
  }

  /** The session as it is now, with the plant that is asked about; undefined once it has ended. */
  async find(sessionId: string, site?: string): Promise<Asking | undefined> {
    const asking = await this.#store.find(sessionId, site);
    return asking && leftSeconds(asking.session, this.#clock.now()) > 0 ? asking : undefined;
  }

  #access(subject: TokenSubject, session: HubSession): string {
    return this.#tokens.sign('access', subject, Math.min(ACCESS_SECONDS, leftSeconds(session, this.#clock.now()))).token;
  }

  async #endReused(id: string): Promise<never> {
    await this.#store.end(id);
    throw new Failure('sessionEnded', 'Session expired');
  }
}

/** The grant of the plant that was chosen at the login; undefined once it was taken back. */
export const chosenOf = ({ plantId, industryId }: HubSession, grants: readonly Grant[]): Grant | undefined =>
  grants.find((one) => one.plantId === plantId && one.industryId === industryId);

const subjectOf = (person: HubPerson, sid: string, chosen: Grant | undefined): TokenSubject => ({
  userId: `hub-${person.userId}`,
  email: '',
  username: person.username,
  loginType: 'DEFAULT',
  role: chosen?.role ?? '',
  permissions: permissionsOf(chosen?.role ?? ''),
  industryId: chosen?.industryId ?? '',
  sid,
});
