import type { PoolClient } from 'pg';
import { z } from 'zod';
import { MOST_BUNDLE_BYTES } from '../../bundle/format.ts';
import {
  compareRequest,
  documentsRequest,
  entriesRequest,
  type HelloAnswer,
  helloRequest,
  ticksRequest,
  uploadRequest,
} from '../../contract/hub/exchange.ts';
import { liveRequest } from '../../contract/hub/live.ts';
import { rotateRequest } from '../../contract/hub/pairing.ts';
import { asideRequest } from '../../contract/hub/replacement.ts';
import { streamName } from '../../contract/hub/statement.ts';
import { canonicalJson } from '../../core/bytes/canonicalJson.ts';
import type { Clock } from '../../core/clock.ts';
import { DAY_MS } from '../../core/time.ts';
import { setDaysAside } from '../commit/setDaysAside.ts';
import type { HubDatabase } from '../database/hubDatabase.ts';
import type { HubKey, HubKeys } from '../keys/hubKeys.ts';
import type { PlantLiveValues } from '../live/liveValues.ts';
import { openProposals } from '../proposals/proposalStore.ts';
import type { HubProposals } from '../proposals/proposals.ts';
import { unpairPlant } from '../proposals/unpairPlant.ts';
import { noteKinds } from '../replica/changeStore.ts';
import { followHistory, MOST_CHUNK_BYTES, proveStatement, readStatement } from './answerHello.ts';
import type { HubAudit } from './auditStore.ts';
import { compare } from './compare.ts';
import { putDocument } from './documentStore.ts';
import { type KnownPlant, type PlantStore, refuseOldEpoch } from './plantStore.ts';
import { readBody } from './readBody.ts';
import { answerRecovery } from './recovery.ts';
import { rotateKey } from './rotateKey.ts';
import { takeEntries } from './takeEntries.ts';
import { takeTickSteps, takeTicks } from './takeTicks.ts';
import { newestEpoch } from './treeStore.ts';
import type { BundleUploads } from './uploads.ts';
import { WireRefusal } from './wireRefusal.ts';

export type HubServiceParts = {
  database: HubDatabase;
  audit: HubAudit;
  plants: PlantStore;
  uploads: BundleUploads;
  live: PlantLiveValues;
  proposals: HubProposals;
  keys: HubKeys;
  clock: Clock;
};

export type Asked = { method: string /** After the base. */; path: string; query: URLSearchParams; body: Buffer };

/** @throws WireRefusal `notFound` for what is no id. */
const proposalId = (id: string): string => {
  if (!z.uuid().safeParse(id).success) throw new WireRefusal('notFound', 'this hub has no such proposal');
  return id;
};

/** What a paired plant may ask, once it is known who asks. */
export class HubService {
  readonly #parts: HubServiceParts;

  constructor(parts: HubServiceParts) {
    this.#parts = parts;
  }

  /** @param by the key of the hub that the request was made for: what the hub signs in the answer is signed with it. */
  async answer(plant: KnownPlant, { method, path, query, body }: Asked, by: HubKey): Promise<object | Buffer> {
    const [, name = '', id = '', action = ''] = path.split('/');
    switch (`${method} ${name} ${action}`) {
      case 'POST hello ':
        return this.#hello(plant, body, by);
      case 'POST compare ': {
        const asked = readBody(body, compareRequest);
        return this.#parts.database.inTurn(plant.plantId, (client) => compare(client, plant.plantId, asked));
      }
      case 'POST documents ':
        return this.#documents(plant, body);
      case 'POST entries ':
        return this.#entries(plant, id, body);
      case 'POST bundles ':
        return this.#begin(plant, body);
      case 'PATCH bundles ':
        return { offset: await this.#parts.uploads.add(plant, id, Number(query.get('offset')), body) };
      case 'POST bundles commit':
        return this.#parts.uploads.commit(plant, id, Math.floor(this.#parts.clock.now() / DAY_MS));
      case 'POST recovery ':
        return answerRecovery(this.#parts.database, plant, id, body);
      case 'POST aside ':
        return this.#aside(plant, body);
      case 'POST unpair ':
        await unpairPlant(this.#parts, plant, 'the plant');
        return { state: 'revoked' };
      case 'POST rotate ':
        return rotateKey(this.#parts, plant, readBody(body, rotateRequest));
      case 'POST ticks ':
        return this.#ticks(plant, { steps: id === 'steps', epoch: query.get('epoch') }, body);
      case 'POST live ':
        return this.#live(plant, query.get('epoch'), body);
      case 'GET proposals ':
        return this.#parts.proposals.handOut(plant, Number(query.get('after') ?? 0), by);
      case 'POST proposals result':
        return this.#parts.proposals.takeResult(plant, proposalId(id), body);
      default:
        throw new WireRefusal('notFound', 'this hub has no such address');
    }
  }

  async #hello(plant: KnownPlant, body: Buffer, { signing, key, id }: HubKey): Promise<HelloAnswer> {
    const { database, plants, keys, clock } = this.#parts;
    const { statement: signed, share, name } = readBody(body, helloRequest);
    const stated = readStatement(signed, plant);
    if (stated.epoch < plant.epoch)
      throw new WireRefusal(
        'epochOld',
        `the hub knows epoch ${plant.epoch} of this site: a plant of an older backup is paired anew`,
      );
    if (stated.epoch > plant.epoch) await plants.raiseEpoch(plant.plantId, stated.epoch);
    await plants.setShare(plant.plantId, canonicalJson(share));
    if (name !== undefined) await plants.setName(plant.plantId, name);
    const nowMs = clock.now();
    const { plantId } = plant;
    const prove = async (client: PoolClient) => {
      await followHistory(client, plantId, { signed, stated });
      const proof = await proveStatement(client, plantId, { signed, stated }, { signing, key, nowMs });
      return { ...proof, proposals: await openProposals(client, plantId, nowMs) };
    };
    const ofEpoch = { plantId, epoch: stated.epoch };
    const { receipt, needs, proposals } = await database.inTurn(plantId, prove, () => refuseOldEpoch(database, ofEpoch));
    const limits = { maxBundleBytes: MOST_BUNDLE_BYTES, maxChunkBytes: MOST_CHUNK_BYTES };
    const isOld = id !== keys.current.id;
    return {
      ...{ hubTime: new Date(nowMs).toISOString(), limits, needs, receipt, proposals, knowsRestored: true, setsAside: true },
      ...(isOld && { rotations: keys.rotations }),
    };
  }

  #ticks({ plantId }: KnownPlant, { steps, epoch }: { steps: boolean; epoch: string | null }, body: Buffer): Promise<object> {
    const { database, clock } = this.#parts;
    const sent = steps ? undefined : readBody(body, ticksRequest);
    return database.inTurn(plantId, async (client) => {
      // of before a restore, or of after one that the hub does not know of yet: slots of the two are not mixed
      if (epoch !== null && Number(epoch) !== (await newestEpoch(client, plantId))) return { stored: null, isBehind: true };
      return sent ? takeTicks(client, plantId, sent, clock.now()) : takeTickSteps(client, plantId, body, clock.now());
    });
  }

  async #live({ plantId, epoch: known }: KnownPlant, epoch: string | null, body: Buffer): Promise<object> {
    // the PC of before a restore: its values would stand among those of the plant of now
    if (epoch !== null && Number(epoch) < known) throw new WireRefusal('epochOld', `the hub knows epoch ${known} of this site`);
    const { waitMs, industries } = readBody(body, liveRequest);
    const { live } = this.#parts;
    if (industries.length === 0) return { wanted: await live.whenWanted(plantId, waitMs) };
    live.put(plantId, industries);
    return { wanted: live.isWanted(plantId) };
  }

  #documents({ plantId }: KnownPlant, body: Buffer): Promise<object> {
    const { epoch, documents } = readBody(body, documentsRequest);
    const { database } = this.#parts;
    const takeIn = async (client: PoolClient): Promise<object> => {
      const counts = { stored: 0, ignored: 0 };
      const refused: object[] = [];
      const kinds = new Set<string>();
      for (const document of documents) {
        const became = await putDocument(client, plantId, document);
        if (became === 'refused') refused.push({ kind: document.kind, id: document.id, code: 'unreadable' });
        else counts[became] += 1;
        if (became === 'stored') kinds.add(document.kind);
      }
      await noteKinds(client, plantId, kinds);
      return { ...counts, refused };
    };
    return database.inTurn(plantId, takeIn, () => refuseOldEpoch(database, { plantId, epoch }));
  }

  #entries({ plantId, epoch: known }: KnownPlant, id: string, body: Buffer): Promise<object> {
    const stream = streamName.safeParse(id);
    if (!stream.success) throw new WireRefusal('notFound', 'no such stream');
    const { epoch, entries } = readBody(body, entriesRequest);
    const { database } = this.#parts;
    const takeIn = async (client: PoolClient): Promise<object> => ({
      last: await takeEntries(client, { plantId, epoch: Math.min(epoch, known) }, stream.data, entries),
    });
    return database.inTurn(plantId, takeIn, () => refuseOldEpoch(database, { plantId, epoch }));
  }

  #aside({ plantId }: KnownPlant, body: Buffer): Promise<object> {
    const { epoch, ...days } = readBody(body, asideRequest);
    const { database } = this.#parts;
    const setAside = async (client: PoolClient): Promise<object> => ({ aside: await setDaysAside(client, plantId, days) });
    return database.inTurn(plantId, setAside, () => refuseOldEpoch(database, { plantId, epoch }));
  }

  #begin(plant: KnownPlant, body: Buffer): Promise<object> {
    const { sha256, bytes } = readBody(body, uploadRequest);
    return this.#parts.uploads.begin(plant, sha256, bytes, this.#parts.clock.now());
  }
}
