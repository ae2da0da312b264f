import { hash, timingSafeEqual } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { wordsOf } from '../../bundle/words.ts';
import { hubErrors } from '../../contract/hub/errors.ts';
import type { Clock } from '../../core/clock.ts';
import { type Failure, isFailure } from '../../core/fail.ts';
import type { Log } from '../../core/log.ts';
import { dateOfDay } from '../../core/shift.ts';
import { unfitValue } from '../../core/text/controlCharacters.ts';
import { DAY_MS } from '../../core/time.ts';
import type { HubDatabase } from '../database/hubDatabase.ts';
import type { HubKeys } from '../keys/hubKeys.ts';
import { type HubPeopleParts, newGrant, newPerson, oldGrant, personChange, shownPeople } from '../people/peopleAdmin.ts';
import type { OpenSession } from '../people/sessionStore.ts';
import type { PlantMoves } from '../placement/plantMoves.ts';
import { unpairPlant } from '../proposals/unpairPlant.ts';
import type { HubAudit } from './auditStore.ts';
import { importStick } from './importStick.ts';
import { overviewOf } from './overviewStore.ts';
import { type HubAddress, makePairCode } from './pairPlant.ts';
import type { KnownPlant, PlantStore } from './plantStore.ts';
import { receiveTyped } from './readBody.ts';
import type { Replacements } from './replacements.ts';
import { rotationsOf } from './rotationStore.ts';
import { storeRefusal, WireRefusal } from './wireRefusal.ts';

export type AdminWireParts = HubPeopleParts & {
  /** The session of a person who may administer the hub besides the owner. @throws Failure where the request carries none. */
  sessionOf(request: IncomingMessage): Promise<OpenSession>;
  database: HubDatabase;
  plants: PlantStore;
  replacements: Replacements;
  moves: PlantMoves;
  audit: HubAudit;
  keys: HubKeys;
  /** Secret that identifies the owner of the hub. */
  token: string;
  address(): HubAddress;
  dataFolder: string;
  clock: Clock;
  log: Log;
};

const BASE = '/api/hub/admin';
const words = z.object({ words: z.string() });
const degrees = (most: number) => z.number().min(-most).max(most).nullable();
/** Where a plant is; both null to take it away. */
const place = z
  .strictObject({ latitude: degrees(90), longitude: degrees(180) })
  .refine(({ latitude, longitude }) => (latitude === null) === (longitude === null), { error: 'both or neither' });
/** Of the PostgreSQL to which a plant's rows are moved; 0 is the first. */
const clusterNumber = z.strictObject({ cluster: z.number().int().min(0) });
const iso = (ms: number | null | undefined): string | null =>
  ms === null || ms === undefined ? null : new Date(ms).toISOString();

const codeOf = ({ code }: Failure) =>
  code === 'unavailable' ? 'busy' : code === 'notFound' || code === 'conflict' ? code : 'badRequest';

/** @throws WireRefusal `notFound` for what can be nobody's name. */
const nameIn = (part: string): string => {
  try {
    const name = decodeURIComponent(part);
    if (!unfitValue(name)) return name;
  } catch {
    // no text at all
  }
  throw new WireRefusal('notFound', 'no such person');
};

/** Operations of the hub's owner: pairing codes, confirming plants by their words, importing sticks, and up to which day each plant is verified. */
export class AdminWire {
  readonly #parts: AdminWireParts;

  constructor(parts: AdminWireParts) {
    this.#parts = parts;
  }

  static serves(target: string): boolean {
    return target.startsWith(`${BASE}/`);
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let [status, body]: [number, object] = [200, {}];
    try {
      await this.#checkOwner(request);
      body = await this.#answer(request);
    } catch (error) {
      if (!(error instanceof WireRefusal) && !isFailure(error))
        this.#parts.log.error({ err: error }, 'a request of the owner failed');
      const refusal = error instanceof WireRefusal ? error : isFailure(error) ? undefined : storeRefusal(error);
      const code = refusal ? refusal.code : isFailure(error) ? codeOf(error) : 'server';
      const message = refusal?.message ?? (isFailure(error) ? error.message : 'the hub failed');
      [status, body] = [hubErrors[code], { status: 'error', code, message }];
    }
    response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
    response.end(JSON.stringify(body));
  }

  /** Requires the owner's token, or the session of a person who may administer the hub. */
  async #checkOwner(request: IncomingMessage): Promise<void> {
    const given = hash('sha256', (request.headers.authorization ?? '').replace(/^Bearer /, ''), 'buffer');
    if (timingSafeEqual(given, hash('sha256', this.#parts.token, 'buffer'))) return;
    const open = await this.#parts.sessionOf(request).catch((error: unknown) => {
      // what cannot be looked up at the moment is no wrong token
      if (isFailure(error) && error.code !== 'unavailable') return undefined;
      throw error;
    });
    if (!open?.person.isOwner) throw new WireRefusal('badSignature', 'the token of the owner is needed');
  }

  async #answer(request: IncomingMessage): Promise<object> {
    const { plants, audit, keys, clock } = this.#parts;
    const [, name = '', site = '', action = ''] = new URL(request.url ?? '', 'http://hub').pathname.slice(BASE.length).split('/');
    switch (`${request.method} ${name} ${action}`) {
      case 'GET plants ':
        return {
          hub: this.#hub(),
          plants: await Promise.all((await plants.all()).map((plant) => this.#shown(plant))),
        };
      case 'GET key ':
        return this.#hub();
      case 'POST key ':
        await keys.rotate((await receiveTyped(request, words)).words);
        return this.#hub();
      case 'POST codes ':
        return this.#makeCode('pairing code made', {});
      case 'POST plants replacement':
        return this.#makeCode('code made for a PC that replaces a lost one', { site: (await this.#plant(site)).site });
      case 'POST plants confirm':
        return this.#confirm(await this.#plant(site), (await receiveTyped(request, words)).words);
      case 'POST plants unpair': {
        await unpairPlant(this.#parts, await this.#plant(site), 'the hub');
        return { state: 'unpaired' };
      }
      case 'PUT plants place': {
        const plant = await this.#plant(site);
        const given = await receiveTyped(request, place);
        await audit.doing('place of a plant set', { site }, clock.now(), (tx) => plants.setPlace(tx, plant.plantId, given));
        return {};
      }
      case 'PUT plants cluster': {
        const plant = await this.#plant(site);
        await this.#parts.moves.begin(plant, (await receiveTyped(request, clusterNumber)).cluster);
        return {};
      }
      case 'GET people ':
        return { people: await shownPeople(this.#parts.peopleStore) };
      case 'POST people ':
        await this.#parts.people.add(await receiveTyped(request, newPerson));
        return {};
      case 'PATCH people ':
        await this.#parts.people.change(nameIn(site), await receiveTyped(request, personChange));
        return {};
      case 'POST grants ': {
        const { username, site: of, industryId, role } = await receiveTyped(request, newGrant);
        await this.#parts.people.grant(username, await this.#plant(of), industryId, role);
        return {};
      }
      case 'DELETE grants ': {
        const { username, site: of, industryId } = await receiveTyped(request, oldGrant);
        await this.#parts.people.revoke(username, await this.#plant(of), industryId);
        return {};
      }
      case 'POST import ':
        return this.#import(request);
      default:
        throw new WireRefusal('notFound', 'this hub has no such address');
    }
  }

  async #makeCode(what: string, facts: { site?: string }): Promise<object> {
    const { plants, audit, address, keys, clock } = this.#parts;
    const { key } = keys.current;
    const nowMs = clock.now();
    const asked = { address: address(), key, nowMs, replaces: facts.site };
    const code = await audit.doing(what, facts, nowMs, (tx) => makePairCode({ plants, tx }, asked));
    return { code, words: wordsOf(key) };
  }

  #hub(): object {
    const { current, rotations, oldKeyUntil } = this.#parts.keys;
    return { words: wordsOf(current.key), rotations, oldKeyUntil: oldKeyUntil ?? null };
  }

  async #plant(site: string): Promise<KnownPlant> {
    const plant = z.uuid().safeParse(site).success ? await this.#parts.plants.bySite(site) : undefined;
    if (!plant) throw new WireRefusal('notFound', 'no such plant');
    return plant;
  }

  /** The words that the person at the plant reads out; a forked plant is let in again by them, and a new PC in the place of a lost one. */
  async #confirm(plant: KnownPlant, given: string): Promise<object> {
    const { plants, replacements, audit, clock } = this.#parts;
    const { plantId, key, site, state } = plant;
    const said = given.trim().toLowerCase().split(/\s+/).join(' ');
    const pc = await replacements.waiting(plant);
    if (pc && said === wordsOf(pc.key)) {
      await replacements.confirm(plant, pc.key, clock.now());
      return { state: 'paired' };
    }
    if (said !== wordsOf(key))
      throw new WireRefusal('badRequest', 'these are not the words of the plant that came with the code');
    if (state === 'unpaired') throw new WireRefusal('revoked', 'the plant was unpaired: it needs a new code');
    await audit.doing('plant confirmed', { site }, clock.now(), (tx) => plants.setState(plantId, 'paired', clock.now(), tx));
    return { state: 'paired' };
  }

  async #shown(plant: KnownPlant): Promise<object> {
    const { database } = this.#parts;
    const { blocks, lastDay, statement, provedAtMs } = await database.reading(plant.plantId, (client) =>
      overviewOf(client, plant.plantId),
    );
    const { site, name, key, state, epoch, lastHeard, cluster } = plant;
    const pc = await this.#parts.replacements.waiting(plant);
    const rotations = await database.readAboutPlant(plant.plantId, (client) => rotationsOf(client, plant.plantId));
    return {
      ...{ site, name, words: wordsOf(key), state, epoch, lastHeard: iso(lastHeard?.getTime()), blocks },
      ...{ cluster, movingTo: (await this.#parts.moves.of(plant.plantId))?.to ?? null },
      lastDay: lastDay === null ? null : dateOfDay(lastDay),
      statement: statement && { seq: statement.seq, at: iso(statement.atMs), isEqual: statement.isEqual },
      provedAt: iso(provedAtMs),
      rotations: rotations.map(({ key: signer, ...signed }) => ({ key: signer.toString('base64url'), ...signed })),
      replacement: pc ? { words: wordsOf(pc.key), askedAt: pc.askedAt.toISOString() } : null,
    };
  }

  async #import(request: IncomingMessage): Promise<object> {
    const { dataFolder, clock, audit, keys } = this.#parts;
    const folder = await mkdtemp(join(dataFolder, 'stick-'));
    try {
      const path = join(folder, 'stick.hwb');
      await pipeline(request, createWriteStream(path, { mode: 0o600 }));
      const nowMs = clock.now();
      const { opening, current, rotations } = keys;
      const today = Math.floor(nowMs / DAY_MS);
      const { receipt, ...taken } = await importStick(path, { ...this.#parts, ...current, opening, nowMs, today });
      await audit.add('stick taken in', { accepted: taken.accepted, refused: taken.refused.length }, nowMs);
      return { ...taken, result: { format: 'headworks-result-1', receipt, ...(rotations.length > 0 && { rotations }) } };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}
