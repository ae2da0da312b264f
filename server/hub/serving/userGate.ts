import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { userEndpoints } from '../../contract/index.ts';
import { createApp } from '../../http/app.ts';
import { AnswerCache } from '../../http/cache/answerCache.ts';
import { answerError } from '../../http/errors.ts';
import { RateLimiter } from '../../http/limits.ts';
import type { HubDatabase } from '../database/hubDatabase.ts';
import type { HubPeople } from '../people/people.ts';
import type { Sessions } from '../people/sessions.ts';
import type { HubAudit } from '../wire/auditStore.ts';
import { grantIn, type KnownSessions } from './knownSessions.ts';
import { ProvedDays } from './provedDays.ts';
import { withoutPlantRoutes } from './refusedRoutes.ts';
import { ReplicaCache } from './replicaCache.ts';
import { type ServedPlant, type ServedPlantParts, servePlant } from './servedPlant.ts';
import { signInRoutes } from './signIn.ts';

export type UserGateParts = {
  database: HubDatabase;
  people: HubPeople;
  sessions: Sessions;
  known: KnownSessions;
  audit: HubAudit;
  serving: ServedPlantParts;
  limiter: RateLimiter;
  /** Copies of plants that are open at the same time. */
  mostOpen?: number;
};

/** Plants whose counts are kept; one is some kilobytes while few ask. */
const MOST_LIMITED = 1000;

type Asked = { site: string | undefined /** Below /api/user. */; rest: string };

const TARGET = /^(?:\/plants\/([^/?]+))?(\/api\/user(?=[/?]|$).*)$/;
/** Whoever may see several industries of a plant says by it which one is meant; its own pages do. */
const INDUSTRY = 'x-industry';
/** Of the hub itself: sessions, and the documents of the API. */
const OWN = /^\/api\/user\/+(user\/|docs|asyncapi)/;

/** Undefined where none is named; no industry has the name of what cannot be read. */
const industryNamed = ({ headers }: IncomingMessage): string | undefined => {
  const [given] = [headers[INDUSTRY]].flat();
  try {
    return given === undefined ? undefined : decodeURIComponent(given);
  } catch {
    return '';
  }
};

const split = (target: string): Asked | undefined => {
  const [, site, rest] = TARGET.exec(target) ?? [];
  return rest === undefined ? undefined : { site: site?.toLowerCase(), rest };
};

/** The User API of all plants: `/plants/{site}/api/user`, and `/api/user` for the plant that was chosen at the login. */
export class UserGate {
  readonly #parts: UserGateParts;
  readonly #copies: ReplicaCache<ServedPlant>;
  readonly #own: RequestListener;
  readonly #proved = new ProvedDays();
  readonly #answers: AnswerCache;
  /** What addresses and sessions have used up of each plant: copies come and go, and do not begin it anew. */
  readonly #limiters = new LRUCache<number, RateLimiter>({ max: MOST_LIMITED });
  readonly #askedSite = new AsyncLocalStorage<string | undefined>();

  constructor(parts: UserGateParts) {
    this.#parts = parts;
    const { database, known, serving, mostOpen } = parts;
    const { dataFolder, clock, log } = serving;
    this.#copies = new ReplicaCache({
      ...{ database, folder: join(dataFolder, 'copies'), clock, log, ...(mostOpen !== undefined && { most: mostOpen }) },
      open: (file, { plantId }) => servePlant(file, known.checker(plantId), { ...serving, limiter: this.#limiterOf(plantId) }),
    });
    const routes = [
      ...signInRoutes({
        ...{ ...parts, clock, askedSite: () => this.#askedSite.getStore() },
        modelOf: async (plant, read) => {
          const { served, giveBack } = await this.#copies.lend(plant);
          try {
            return read(served.model);
          } finally {
            giveBack();
          }
        },
      }),
      ...withoutPlantRoutes(),
    ];
    this.#answers = new AnswerCache(clock);
    this.#own = createApp({
      ...serving,
      limiter: parts.limiter,
      answers: this.#answers,
      sessions: known.checker(),
      routes,
      endpoints: [],
      documented: userEndpoints,
    });
  }

  static serves(target: string): boolean {
    return split(target) !== undefined;
  }

  get openCount(): number {
    return this.#copies.openCount;
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.#serve(request, response);
    } catch (error) {
      answerError(error, response, randomUUID(), this.#parts.serving.log);
    }
  }

  /** Lets go of answers that nobody asked for in a while, of all plants. @returns their bytes. */
  forgetUnasked(): number {
    const ofPlants = this.#copies.open().map((served) => served.forgetUnasked());
    return ofPlants.reduce((sum, bytes) => sum + bytes, this.#answers.forgetUnasked());
  }

  /** Once a day. */
  putRowsAnew(): void {
    this.#copies.putRowsAnew();
  }

  #limiterOf(plantId: number): RateLimiter {
    const { limits, clock } = this.#parts.serving;
    const known = this.#limiters.get(plantId) ?? new RateLimiter(limits, clock);
    this.#limiters.set(plantId, known);
    return known;
  }

  stop(): void {
    this.#copies.stop();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { database, known } = this.#parts;
    const { site, rest } = split(request.url ?? '') ?? { site: undefined, rest: '/api/user' };
    const open = await known.read(request, site);
    const ofSite = open?.grants.find((one) => one.site === site);
    const named = industryNamed(request);
    const grant = open && (site === undefined || ofSite) ? grantIn(open, ofSite?.plantId, named) : undefined;
    request.url = rest;
    if (!grant || OWN.test(rest))
      return known.about({ open }, () => this.#askedSite.run(site, () => this.#own(request, response)));
    const { plantId, industryId } = grant;
    const now = open?.plant?.now ?? (await database.plantNow(plantId));
    const complete = this.#proved.to(plantId, now.proved, industryId) ?? 'none';
    const lastHeard = open?.plant?.lastHeard;
    const { served, giveBack } = await this.#copies.lend(grant, now);
    if (response.closed) return giveBack();
    response.setHeader('X-As-Of', lastHeard ? `${complete}; last-request=${lastHeard.toISOString()}` : complete);
    response.once('close', giveBack);
    known.about({ open, industryId: named }, () => served.app(request, response));
  }
}
