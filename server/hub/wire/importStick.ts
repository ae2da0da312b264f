import type { KeyObject } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import type { z } from 'zod';
import { BundleReader } from '../../bundle/bundleReader.ts';
import { itemType } from '../../bundle/format.ts';
import { type CommitAnswer, entry, MOST_ENTRIES, type WireEntry, wireDocument } from '../../contract/hub/exchange.ts';
import { type SignedText, signedText } from '../../contract/hub/signing.ts';
import { streamName } from '../../contract/hub/statement.ts';
import { commitBundle } from '../commit/commitBundle.ts';
import type { HubDatabase } from '../database/hubDatabase.ts';
import type { BlockPartitions } from '../database/partitions.ts';
import { noteKinds } from '../replica/changeStore.ts';
import { followHistory, proveStatement, readStatement } from './answerHello.ts';
import { putDocument } from './documentStore.ts';
import type { KnownPlant, PlantStore } from './plantStore.ts';
import { takeEntries } from './takeEntries.ts';
import { WireRefusal } from './wireRefusal.ts';

export type StickParts = {
  database: HubDatabase;
  plants: Pick<PlantStore, 'bySite' | 'raiseEpoch'>;
  signing: KeyObject;
  /** X25519 key of the hub, for which the stick is sealed. */
  opening: KeyObject;
  key: Uint8Array;
  nowMs: number;
  today: number;
};

export type StickResult = CommitAnswer & { receipt: SignedText; documents: number; entries: Record<string, number | string> };

/** @throws WireRefusal `damagedBundle` for another form, as a later version may write. */
const readAs = <S extends z.ZodType>(body: Buffer, shape: S): z.output<S> => {
  try {
    return shape.parse(JSON.parse(body.toString()));
  } catch {
    throw new WireRefusal(
      'damagedBundle',
      'the stick holds what this hub does not understand: a newer version may have written it',
    );
  }
};
const KEY_NUMBER_BYTES = 8;

/** Read in a row before others have their turn. */
const ITEMS_A_TURN = 64;

/** What a stick carries besides days, read to the end, where the signature is. */
const readBesides = async (path: string, opening: KeyObject) => {
  const reader = new BundleReader(path, [opening]);
  const { header } = reader;
  const documents: ReturnType<typeof wireDocument.parse>[] = [];
  const streams = new Map<string, WireEntry[]>();
  let stated: SignedText | undefined;
  let number = 0;
  for (const { type, key, body } of reader.items()) {
    number += 1;
    if (number % ITEMS_A_TURN === 0) await turn();
    if (type === itemType.statement) stated = readAs(body, signedText);
    if (type === itemType.document) documents.push(readAs(body, wireDocument));
    if (type !== itemType.entry) continue;
    const stream = key.toString('utf8', 0, key.length - KEY_NUMBER_BYTES);
    const entries = streams.get(stream) ?? [];
    entries.push(readAs(body, entry));
    streams.set(stream, entries);
  }
  return { header, documents, streams, stated };
};

const putEntries = async (client: PoolClient, plant: KnownPlant, streams: ReadonlyMap<string, WireEntry[]>) => {
  const ends: Record<string, number | string> = {};
  for (const [stream, entries] of streams)
    try {
      // of a later version: who restores from the hub would not understand it
      if (!streamName.safeParse(stream).success) throw new WireRefusal('notFound', 'no such stream');
      for (let at = 0; at < entries.length; at += MOST_ENTRIES)
        ends[stream] = await takeEntries(client, plant, stream, entries.slice(at, at + MOST_ENTRIES));
    } catch (error) {
      // an earlier stick is missing: the days of this one count all the same
      if (!(error instanceof WireRefusal && (error.code === 'gap' || error.code === 'notFound'))) throw error;
      ends[stream] = error.code;
    }
  return ends;
};

/** Of whom the stick is, as the hub knows them now, and what they stated in it. @throws WireRefusal where nothing of it may be taken. */
const senderOf = async (plants: StickParts['plants'], site: string, stated: SignedText | undefined) => {
  const plant = await plants.bySite(site);
  if (plant?.state !== 'paired') throw new WireRefusal('notPaired', 'the stick is of a plant that is not paired with this hub');
  if (!stated) throw new WireRefusal('damagedBundle', 'the stick holds no statement');
  const statement = readStatement(stated, plant);
  if (statement.epoch < plant.epoch) throw new WireRefusal('epochOld', `the hub knows epoch ${plant.epoch} of this site`);
  return { plant, signed: stated, statement };
};

/**
 * Takes in a bundle that came by a stick: documents, entries and days in one transaction, and answers with a receipt for the way back.
 * The same stick twice changes nothing.
 * @throws Failure or WireRefusal for what no paired plant signed, or what is damaged.
 */
export const importStick = async (path: string, parts: StickParts): Promise<StickResult> => {
  const { database, plants, signing, opening, key, nowMs, today } = parts;
  const { header, documents, streams, stated } = await readBesides(path, opening);
  let from = await senderOf(plants, header.site, stated);
  /** Once its turn has come: the plant may have been restored, replaced or unpaired meanwhile. */
  const askAgain = async (): Promise<void> => {
    from = await senderOf(plants, header.site, stated);
    const { plant, statement } = from;
    if (statement.epoch > plant.epoch) await plants.raiseEpoch(plant.plantId, statement.epoch);
  };
  const takeIn = async (client: PoolClient, partitions: BlockPartitions): Promise<StickResult> => {
    const { plant, statement, signed } = from;
    const { plantId } = plant;
    // checks that the plant's own key signed it
    const sender = { ...plant, epoch: statement.epoch };
    const proved = { signed, stated: statement };
    await followHistory(client, plantId, proved, true);
    const stored: string[] = [];
    for (const document of documents) if ((await putDocument(client, plantId, document)) === 'stored') stored.push(document.kind);
    await noteKinds(client, plantId, stored);
    const entries = await putEntries(client, sender, streams);
    const answer = await commitBundle(client, { path, sender, openers: [opening], partitions, today });
    const { receipt } = await proveStatement(client, plantId, proved, { signing, key, nowMs });
    return { ...answer, documents: stored.length, entries, receipt };
  };
  return database.inTurn(from.plant.plantId, takeIn, askAgain);
};
