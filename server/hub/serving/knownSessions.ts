import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import { Failure, isFailure } from '../../core/fail.ts';
import { bearerToken, type Session, type SessionChecker } from '../../http/auth.ts';
import type { Grant } from '../people/peopleStore.ts';
import type { Asking, OpenSession } from '../people/sessionStore.ts';
import { chosenOf, permissionsOf, type Sessions } from '../people/sessions.ts';

/** The token of a request, from its header or its query; whether the operation takes it from there is checked later. */
const tokenIn = ({ headers: { authorization }, url = '' }: IncomingMessage): string | undefined => {
  try {
    if (authorization !== undefined) return bearerToken(authorization);
  } catch (error) {
    if (!isFailure(error)) throw error;
  }
  const queryAt = url.indexOf('?');
  return queryAt < 0 ? undefined : (new URLSearchParams(url.slice(queryAt)).get('jwt') ?? undefined);
};

/** What a request was found to be of, and which industry it names. */
type Asked = { open: OpenSession | undefined; industryId?: string | undefined };

const NOBODY: Grant = { plantId: 0, site: '', plantName: '', industryId: '', role: '' };

/**
 * Sessions as they are in the store at the moment of a request: read before its checks, which know that one and no other. Nothing of it is left for the
 * next request, which would open by it what has ended.
 */
export class KnownSessions {
  readonly #sessions: Sessions;
  readonly #asked = new AsyncLocalStorage<Asked>();

  constructor(sessions: Sessions) {
    this.#sessions = sessions;
  }

  /**
   * @param site that is asked about; undefined for the plant that was chosen at the login.
   * @returns the session that the token of a request opens; undefined where it opens none.
   */
  async read(request: IncomingMessage, site?: string): Promise<Asking | undefined> {
    const token = tokenIn(request);
    const id = token === undefined ? undefined : this.#idIn(token);
    return id === undefined ? undefined : this.#sessions.find(id, site);
  }

  /** Answers a request by the session that was read for it. */
  about<T>(asked: Asked, answer: () => T): T {
    return this.#asked.run(asked, answer);
  }

  /**
   * The session of whoever calls the hub itself: by an access token in the header.
   * @throws Failure as a plant's for a token that opens nothing.
   */
  async ofAccess(request: IncomingMessage): Promise<OpenSession> {
    const token = bearerToken(request.headers.authorization ?? '');
    return this.about({ open: await this.read(request) }, () => this.#live(this.#sessions.named(token, 'access'), 'blocked'));
  }

  ofRefresh(token: string): OpenSession {
    return this.#live(this.#sessions.named(token, 'refresh'), 'disabled');
  }

  /** Who is calling about a plant; undefined for the one that was chosen at the login. */
  checker(plantId?: number): SessionChecker {
    const sessionOf = (open: OpenSession): Session => ({
      caller: callerOf(open, grantIn(open, plantId, this.#asked.getStore()?.industryId) ?? NOBODY),
      panel: false,
    });
    return {
      access: (token) => sessionOf(this.#live(this.#sessions.named(token, 'access'), 'blocked')),
      refresh: (token) => sessionOf(this.ofRefresh(token)),
      requireEnabled: () => undefined,
    };
  }

  #live(id: string, code: 'blocked' | 'disabled'): OpenSession {
    const open = this.#asked.getStore()?.open;
    if (open?.session.id !== id) throw new Failure('sessionEnded', 'Session expired');
    if (open.person.disabled) throw new Failure(code, 'User is disabled');
    return open;
  }

  #idIn(token: string): string | undefined {
    for (const use of ['access', 'refresh'] as const)
      try {
        return this.#sessions.named(token, use);
      } catch (error) {
        if (!isFailure(error)) throw error;
      }
    return undefined;
  }
}

/**
 * What a person may see of a plant: the industry that the request names, the one that was chosen at the login, or the only one.
 * @param plantId undefined for the plant of the session.
 */
export const grantIn = ({ session, grants }: OpenSession, plantId?: number, asked?: string): Grant | undefined => {
  const meant = plantId ?? session.plantId;
  if (meant !== null && asked !== undefined) return grants.find((one) => one.plantId === meant && one.industryId === asked);
  const chosen = chosenOf(session, grants);
  if (plantId === undefined || chosen?.plantId === plantId) return chosen;
  const ofPlant = grants.filter((one) => one.plantId === plantId);
  return ofPlant.length === 1 ? ofPlant[0] : undefined;
};

const callerOf = ({ session, person }: OpenSession, { industryId, role }: Grant): Session['caller'] => ({
  userId: `hub-${person.userId}`,
  username: person.username,
  industryId,
  homeIndustryId: industryId,
  role,
  permissions: new Set(permissionsOf(role)),
  sessionId: session.id,
  loginType: 'DEFAULT',
  internal: false,
});
