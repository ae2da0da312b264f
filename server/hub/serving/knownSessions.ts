import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { Failure, isFailure } from '../../core/fail.ts';
import type { Session, SessionChecker } from '../../http/auth.ts';
import type { Grant } from '../people/peopleStore.ts';
import type { Asking, OpenSession } from '../people/sessionStore.ts';
import { chosenOf, permissionsOf, type Sessions } from '../people/sessions.ts';

const MOST_KNOWN = 10_000;

/** The token of a request, from its header or its query; whether the operation takes it from there is checked later. */
const tokenIn = ({ headers, url = '' }: IncomingMessage): string | undefined => {
  const header = /^Bearer +([^\s]+)$/i.exec((headers.authorization ?? '').trim())?.[1];
  return header ?? new URLSearchParams(url.split('?', 2)[1] ?? '').get('jwt') ?? undefined;
};

const NOBODY: Grant = { plantId: 0, site: '', plantName: '', industryId: '', role: '' };

/** Sessions as they are in the store at the moment of a request: read before its checks, which answer from memory. */
export class KnownSessions {
  readonly #sessions: Sessions;
  readonly #open = new LRUCache<string, OpenSession>({ max: MOST_KNOWN });
  readonly #askedIndustry = new AsyncLocalStorage<string | undefined>();

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
    if (id === undefined) return undefined;
    const asking = await this.#sessions.find(id, site);
    if (asking) this.#open.set(id, { session: asking.session, person: asking.person, grants: asking.grants });
    else this.#open.delete(id);
    return asking;
  }

  /** Answers a request about this one of the industries that its person may see of the plant. */
  about<T>(industryId: string | undefined, answer: () => T): T {
    return this.#askedIndustry.run(industryId, answer);
  }

  /**
   * The session of whoever calls the hub itself: by an access token in the header.
   * @throws Failure as a plant's for a token that opens nothing.
   */
  async ofAccess(request: IncomingMessage): Promise<OpenSession> {
    await this.read(request);
    const { caller } = this.checker().access((request.headers.authorization ?? '').replace(/^Bearer /, ''));
    return this.open(caller.sessionId);
  }

  ofRefresh(token: string): OpenSession {
    return this.#live(this.#sessions.named(token, 'refresh'), 'disabled');
  }

  open(sessionId: string): OpenSession {
    return this.#live(sessionId, 'blocked');
  }

  /** Who is calling about a plant; undefined for the one that was chosen at the login. */
  checker(plantId?: number): SessionChecker {
    const sessionOf = (open: OpenSession): Session => ({
      caller: callerOf(open, grantIn(open, plantId, this.#askedIndustry.getStore()) ?? NOBODY),
      panel: false,
    });
    return {
      access: (token) => sessionOf(this.#live(this.#sessions.named(token, 'access'), 'blocked')),
      refresh: (token) => sessionOf(this.ofRefresh(token)),
      requireEnabled: () => undefined,
    };
  }

  #live(id: string, code: 'blocked' | 'disabled'): OpenSession {
    const open = this.#open.get(id);
    if (!open) throw new Failure('sessionEnded', 'Session expired');
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
