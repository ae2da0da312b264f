import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { faults } from '../../contract/errors.ts';
import type { Clock } from '../../core/clock.ts';
import { isFailure } from '../../core/fail.ts';
import type { Log } from '../../core/log.ts';
import type { HubDatabase } from '../database/hubDatabase.ts';
import type { People } from '../people/people.ts';
import type { OpenSession, Sessions } from '../people/sessions.ts';
import type { KnownSessions } from '../serving/knownSessions.ts';
import { bodyOf } from '../wire/adminWire.ts';
import type { HubAudit } from '../wire/auditStore.ts';
import { readBody } from '../wire/hubService.ts';
import type { KnownPlant, PlantStore } from '../wire/plantStore.ts';
import { WireRefusal } from '../wire/wireRefusal.ts';
import { fleetIndustries } from './fleetStore.ts';

export type FleetWireParts = {
  database: HubDatabase;
  plants: PlantStore;
  people: People;
  sessions: Sessions;
  known: KnownSessions;
  audit: HubAudit;
  name: string;
  clock: Clock;
  log: Log;
};

const BASE = '/api/hub/fleet';
const loginBody = z.strictObject({ username: z.string().max(200), password: z.string().max(1024) });

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
      body = await this.#answer(request);
    } catch (error) {
      [status, body] = this.#refusal(error);
    }
    response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
    response.end(JSON.stringify(body));
  }

  #refusal(error: unknown): [number, object] {
    if (error instanceof WireRefusal) return [400, { status: 'error', code: error.code, message: error.message }];
    if (isFailure(error) && isFault(error.code))
      return [faults[error.code].http, { status: 'error', code: error.code, message: error.message }];
    this.#parts.log.error({ err: error }, 'a request of the fleet pages failed');
    return [500, { status: 'error', code: 'server', message: 'the hub failed' }];
  }

  async #answer(request: IncomingMessage): Promise<object> {
    const { people, sessions, audit, clock } = this.#parts;
    const asked = `${request.method} ${(request.url ?? '').slice(BASE.length).split('?')[0]}`;
    if (asked === 'POST /login') {
      const { username, password } = readBody(await bodyOf(request), loginBody);
      const person = await people.verify(username, password);
      const { access } = await sessions.open(person, undefined, null);
      await audit.add('login', { username }, clock.now());
      return { token: access };
    }
    const open = await this.#session(request);
    switch (asked) {
      case 'GET /plants':
        return this.#plants(open);
      case 'POST /logout':
        await sessions.end(open.session.id);
        return {};
      default:
        throw new WireRefusal('notFound', 'this hub has no such address');
    }
  }

  /** @throws Failure as a plant's for a token that opens nothing. */
  async #session(request: IncomingMessage): Promise<OpenSession> {
    const { known } = this.#parts;
    await known.read(request);
    const { caller } = known.checker().access((request.headers.authorization ?? '').replace(/^Bearer /, ''));
    return known.open(caller.sessionId);
  }

  /** An owner sees every plant; what it measured is for those who have a grant. */
  async #plants({ person, grants }: OpenSession): Promise<object> {
    const { plants, name } = this.#parts;
    const all = await plants.all();
    const seen = person.isOwner ? all : all.filter(({ plantId }) => grants.some((one) => one.plantId === plantId));
    const shown: object[] = [];
    for (const plant of seen) {
      const granted = grants.filter(({ plantId }) => plantId === plant.plantId).map(({ industryId }) => industryId);
      shown.push(await this.#plant(plant, granted, person.isOwner));
    }
    return { hub: { name }, person: { username: person.username, name: person.name, isOwner: person.isOwner }, plants: shown };
  }

  async #plant({ plantId, site, name, state, lastHeard }: KnownPlant, granted: string[], isOwner: boolean): Promise<object> {
    const industries = await this.#parts.database.reading(plantId, (client) => fleetIndustries(client, plantId));
    return {
      ...{ site, name, state, lastRequest: lastHeard?.toISOString() ?? null },
      industries: industries
        .filter(({ id }) => isOwner || granted.includes(id))
        .map((one) => ({ ...one, isGranted: granted.includes(one.id) })),
    };
  }
}
