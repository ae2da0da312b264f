import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { faults } from '../../contract/errors.ts';
import { hubErrors } from '../../contract/hub/errors.ts';
import { share } from '../../contract/hub/pairing.ts';
import { wholeNumber } from '../../contract/model/common.ts';
import type { Clock } from '../../core/clock.ts';
import { isFailure } from '../../core/fail.ts';
import type { Log } from '../../core/log.ts';
import { DAY_MS } from '../../core/time.ts';
import type { HubDatabase } from '../database/hubDatabase.ts';
import type { PlantLiveValues } from '../live/liveValues.ts';
import type { LimitLogin } from '../people/loginLimit.ts';
import type { Coming, HubPeople } from '../people/people.ts';
import type { Grant } from '../people/peopleStore.ts';
import type { OpenSession } from '../people/sessionStore.ts';
import type { Sessions } from '../people/sessions.ts';
import type { HubProposals } from '../proposals/proposals.ts';
import { checkDays } from '../selfCheck/selfCheck.ts';
import type { KnownSessions } from '../serving/knownSessions.ts';
import type { HubAudit } from '../wire/auditStore.ts';
import type { KnownPlant, PlantStore } from '../wire/plantStore.ts';
import { MOST_TYPED_BYTES, receiveBody, receiveTyped } from '../wire/readBody.ts';
import { storeRefusal, WireRefusal } from '../wire/wireRefusal.ts';
import { fleetIndustries, namedSeries } from './fleetStore.ts';
import { countOf, shownValues } from './shownLive.ts';
import { waterFigures } from './waterFigures.ts';

export type FleetWireParts = {
  database: HubDatabase;
  plants: PlantStore;
  people: HubPeople;
  sessions: Sessions;
  known: KnownSessions;
  audit: HubAudit;
  live: PlantLiveValues;
  proposals: HubProposals;
  limitLogin: LimitLogin;
  name: string;
  coming: Coming;
  clock: Clock;
  log: Log;
};

const BASE = '/api/hub/fleet';
/** Of a list so many are asked for live values; each sends some kilobytes every few seconds. */
const MOST_LIVE_IN_LIST = 50;
const COMPARED_DAYS = 30;
const MOST_COMPARED_DAYS = 366;
const loginBody = z.strictObject({ username: z.string().max(200), password: z.string().max(1024) });

const LIVE = /^GET \/plants\/([0-9a-f-]{36})\/live$/;

const PROPOSALS = /^(GET|POST|DELETE) \/plants\/([0-9a-f-]{36})\/proposals(?:\/([0-9a-f-]{36}))?$/;

/** Of a plant that shares none, nobody waits for live values. */
const sharesLive = (said: string | null): boolean => said !== null && share.parse(JSON.parse(said)).live;

const isFault = (code: string): code is keyof typeof faults => Object.hasOwn(faults, code);

/** What the pages of the fleet ask: who is there, and how the plants are that they may see. */
export class FleetWire {
  readonly #parts: FleetWireParts;

  constructor(parts: FleetWireParts) {
    this.#parts = parts;
  }

  static serves(target: string): boolean {
    return target.startsWith(`${BASE}/`);
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let [status, body]: [number, object] = [200, {}];
    try {
      body = await this.#answer(request, response);
    } catch (error) {
      [status, body] = this.#refusal(error);
      const waitSeconds = isFailure(error) ? error.details.retryAfterSeconds : undefined;
      if (waitSeconds !== undefined) response.setHeader('Retry-After', waitSeconds);
    }
    // what was not read is not waited for
    if (!request.complete) response.setHeader('Connection', 'close');
    response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
    response.end(JSON.stringify(body));
  }

  #refusal(error: unknown): [number, object] {
    if (error instanceof WireRefusal)
      return [hubErrors[error.code], { status: 'error', code: error.code, message: error.message }];
    if (isFailure(error) && isFault(error.code)) {
      const { retryAfterSeconds } = error.details;
      const more = retryAfterSeconds !== undefined && { retryAfterSeconds };
      return [faults[error.code].http, { status: 'error', code: error.code, message: error.message, ...more }];
    }
    this.#parts.log.error({ err: error }, 'a request of the fleet pages failed');
    const { code, message } = storeRefusal(error) ?? new WireRefusal('server', 'the hub failed');
    return [hubErrors[code], { status: 'error', code, message }];
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<object> {
    const { people, sessions, audit, clock } = this.#parts;
    const asked = `${request.method} ${(request.url ?? '').slice(BASE.length).split('?')[0]}`;
    if (asked === 'POST /login') {
      const ip = await this.#parts.limitLogin(request, response);
      const { username, password } = await receiveTyped(request, loginBody);
      const person = await people.verify(username, password, ip);
      const { access } = await sessions.open(person, undefined, null);
      await audit.add('login', { username }, clock.now());
      return { token: access };
    }
    const open = await this.#parts.known.ofAccess(request);
    switch (asked) {
      case 'GET /plants':
        return this.#plants(open);
      case 'GET /comparison':
        return this.#comparison(open, new URL(request.url ?? '', 'http://hub').searchParams.getAll('days'));
      case 'POST /logout':
        await sessions.end(open.session.id);
        return {};
      default:
        return PROPOSALS.test(asked) ? this.#proposals(open, asked, request) : this.#live(open, LIVE.exec(asked)?.[1] ?? '');
    }
  }

  async #proposals(open: OpenSession, asked: string, request: IncomingMessage): Promise<object> {
    const { plants, proposals } = this.#parts;
    const [, method, site = '', id] = PROPOSALS.exec(asked) ?? [];
    const plant = z.uuid().safeParse(site).success ? await plants.bySite(site) : undefined;
    const isSeen = open.person.isOwner || open.grants.some((one) => one.plantId === plant?.plantId);
    if (!plant || !isSeen) throw new WireRefusal('notFound', 'this hub has no such address');
    if (method === 'GET' && id === undefined) return proposals.of(plant, open);
    if (method === 'POST' && id === undefined) return proposals.make(plant, open, await receiveBody(request, MOST_TYPED_BYTES));
    if (method === 'DELETE' && z.uuid().safeParse(id).success) return proposals.withdraw(plant, open, id ?? '');
    throw new WireRefusal('notFound', 'this hub has no such address');
  }

  /** What a plant measures now, of the industries that the person may see. @throws WireRefusal `notFound` for any other plant. */
  async #live({ grants }: OpenSession, site: string): Promise<object> {
    const { database, live } = this.#parts;
    const granted = grants.filter((one) => one.site === site);
    const [first] = granted;
    if (!first) throw new WireRefusal('notFound', 'this hub has no such address');
    const { plantId } = first;
    live.look(plantId);
    const received = live.of(plantId);
    const industries = await database.reading(plantId, (client) =>
      shownValues(
        granted.map(({ industryId }) => industryId),
        received,
        (industryId) => namedSeries(client, plantId, industryId),
      ),
    );
    return { now: this.#now(), receivedAt: received ? new Date(received.receivedMs).toISOString() : null, industries };
  }

  /** An owner sees every plant; what it measured is for those who have a grant. */
  async #plants({ person, grants }: OpenSession): Promise<object> {
    const { plants, name, coming } = this.#parts;
    const all = await plants.all();
    const seen = person.isOwner ? all : all.filter(({ plantId }) => grants.some((one) => one.plantId === plantId));
    for (const { plantId } of seen.slice(0, MOST_LIVE_IN_LIST)) this.#parts.live.look(plantId);
    const shown: object[] = [];
    for (const plant of seen) {
      const granted = grants.filter(({ plantId }) => plantId === plant.plantId).map(({ industryId }) => industryId);
      shown.push(await this.#plant(plant, granted, person.isOwner));
    }
    const asked = { username: person.username, name: person.name, isOwner: person.isOwner };
    return { now: this.#now(), hub: { name }, person: asked, plants: shown, coming: coming() };
  }

  /** Time of the hub: ages are counted from it, not from the clock of the reader. */
  #now(): string {
    return new Date(this.#parts.clock.now()).toISOString();
  }

  /** Water of each industry that the person may see, over the last days that are proved: what plants are compared by. */
  async #comparison({ grants }: OpenSession, asked: readonly string[]): Promise<object> {
    const days = wholeNumber(1, MOST_COMPARED_DAYS).safeParse(asked[0] ?? COMPARED_DAYS);
    if (!days.success || asked.length > 1) throw new WireRefusal('badRequest', `days: 1 to ${MOST_COMPARED_DAYS}`);
    const industries: object[] = [];
    const unreadable: string[] = [];
    for (const [plantId, own] of Map.groupBy(grants, (one) => one.plantId)) {
      const site = own[0]?.site ?? '';
      const read = await this.#orNothing(site, () => this.#compared(plantId, own, days.data));
      if (read) industries.push(...read);
      else unreadable.push(site);
    }
    return { days: days.data, industries, unreadable };
  }

  async #compared(plantId: number, own: readonly Grant[], days: number): Promise<object[]> {
    const { database, log } = this.#parts;
    const damaged = new Set<number>();
    const compared = await database.reading(plantId, async (client) => {
      const industries: object[] = [];
      for (const { id, name, provedTo } of await fleetIndustries(client, plantId, this.#parts.clock.now())) {
        const site = own.find(({ industryId }) => industryId === id)?.site;
        if (site === undefined) continue;
        const window = provedTo === null ? null : { toDay: Math.floor(Date.parse(provedTo) / DAY_MS), days, damaged };
        const water = window && (await waterFigures(client, plantId, id, window));
        industries.push({ site, industryId: id, name, provedTo, water });
      }
      return industries;
    });
    const site = own[0]?.site ?? '';
    if (damaged.size > 0) await this.#orNothing(site, () => checkDays(database, { plantId, site }, [...damaged], log));
    return compared;
  }

  /** What one plant sent, or the cluster that it is on, keeps no other from being shown. @returns undefined where it cannot be read. */
  async #orNothing<T>(site: string, read: () => Promise<T>): Promise<T | undefined> {
    try {
      return await read();
    } catch (error) {
      this.#parts.log.error({ err: error, site }, 'what the hub has of a plant could not be read for the fleet pages');
      return undefined;
    }
  }

  async #plant(
    { plantId, site, name, state, lastHeard, latitude, longitude, share: said }: KnownPlant,
    granted: string[],
    isOwner: boolean,
  ): Promise<object> {
    const read = await this.#orNothing(site, () =>
      this.#parts.database.reading(plantId, (client) => fleetIndustries(client, plantId, this.#parts.clock.now())),
    );
    const received = this.#parts.live.of(plantId);
    return {
      ...{ site, name, state, lastRequest: lastHeard?.toISOString() ?? null, sharesLive: sharesLive(said) },
      place: latitude === null || longitude === null ? null : { latitude, longitude },
      isReadable: read !== undefined,
      industries: (read ?? [])
        .filter(({ id }) => isOwner || granted.includes(id))
        .map((one) => ({ ...one, isGranted: granted.includes(one.id), live: countOf(received, one.id) })),
    };
  }
}
