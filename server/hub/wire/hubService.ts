import type { KeyObject } from 'node:crypto';
import type { z } from 'zod';
import {
  compareRequest,
  documentsRequest,
  entriesRequest,
  type HelloAnswer,
  helloRequest,
  uploadRequest,
} from '../../contract/hub/exchange.ts';
import { streamName } from '../../contract/hub/statement.ts';
import type { Clock } from '../../core/clock.ts';
import { DAY_MS } from '../../core/time.ts';
import type { HubDatabase } from '../database/hubDatabase.ts';
import { noteKinds } from '../replica/changeStore.ts';
import { MOST_BUNDLE_BYTES, MOST_CHUNK_BYTES, proveStatement, readStatement } from './answerHello.ts';
import { compare } from './compare.ts';
import { putDocument } from './documentStore.ts';
import type { KnownPlant, PlantStore } from './plantStore.ts';
import { takeEntries } from './takeEntries.ts';
import type { Uploads } from './uploads.ts';
import { WireRefusal } from './wireRefusal.ts';

export type HubServiceParts = {
  database: HubDatabase;
  plants: PlantStore;
  uploads: Uploads;
  signing: KeyObject;
  /** Ed25519, 32 bytes. */
  key: Uint8Array;
  clock: Clock;
};

export type Asked = { method: string /** After the base. */; path: string; query: URLSearchParams; body: Buffer };

/** @throws WireRefusal `badRequest` naming what is not as it should be. */
export const readBody = <S extends z.ZodType>(body: Buffer, schema: S): z.output<S> => {
  let value: unknown;
  try {
    value = JSON.parse(body.toString());
  } catch {
    throw new WireRefusal('badRequest', 'the body is no JSON');
  }
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new WireRefusal('badRequest', `${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'not understood'}`);
};

/** What a paired plant may ask, once it is known who asks. */
export class HubService {
  readonly #parts: HubServiceParts;

  constructor(parts: HubServiceParts) {
    this.#parts = parts;
  }

  async answer(plant: KnownPlant, { method, path, query, body }: Asked): Promise<object> {
    const [, name = '', id = '', action = ''] = path.split('/');
    switch (`${method} ${name} ${action}`) {
      case 'POST hello ':
        return this.#hello(plant, body);
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
      case 'POST unpair ':
        await this.#parts.plants.setState(plant.plantId, 'unpaired', this.#parts.clock.now());
        return { state: 'revoked' };
      case 'POST ticks ':
        // slots of open days are not kept yet: they come with the block of their day
        return { stored: null };
      case 'GET proposals ':
        return { proposals: [] };
      default:
        throw new WireRefusal('notFound', 'this hub has no such address');
    }
  }

  async #hello(plant: KnownPlant, body: Buffer): Promise<HelloAnswer> {
    const { database, plants, signing, key, clock } = this.#parts;
    const signed = readBody(body, helloRequest).statement;
    const stated = readStatement(signed, plant);
    if (stated.epoch < plant.epoch) throw new WireRefusal('epochOld', `the hub knows epoch ${plant.epoch} of this site`);
    if (stated.epoch > plant.epoch) await plants.raiseEpoch(plant.plantId, stated.epoch);
    const nowMs = clock.now();
    const { receipt, needs } = await database.inTurn(plant.plantId, (client) =>
      proveStatement(client, plant.plantId, signed, stated, { signing, key, nowMs }),
    );
    const limits = { maxBundleBytes: MOST_BUNDLE_BYTES, maxChunkBytes: MOST_CHUNK_BYTES };
    return { hubTime: new Date(nowMs).toISOString(), limits, needs, receipt, proposals: 0 };
  }

  #documents({ plantId }: KnownPlant, body: Buffer): Promise<object> {
    const { documents } = readBody(body, documentsRequest);
    return this.#parts.database.inTurn(plantId, async (client) => {
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
    });
  }

  #entries({ plantId }: KnownPlant, id: string, body: Buffer): Promise<object> {
    const stream = streamName.safeParse(id);
    if (!stream.success) throw new WireRefusal('notFound', 'no such stream');
    const { epoch, entries } = readBody(body, entriesRequest);
    return this.#parts.database.inTurn(plantId, async (client) => ({
      last: await takeEntries(client, { plantId, epoch }, stream.data, entries),
    }));
  }

  #begin(plant: KnownPlant, body: Buffer): Promise<object> {
    const { sha256, bytes } = readBody(body, uploadRequest);
    return this.#parts.uploads.begin(plant, sha256, bytes, this.#parts.clock.now());
  }
}
