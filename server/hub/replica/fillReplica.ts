import { setImmediate as turn } from 'node:timers/promises';
import { fieldKinds } from '../../contract/hub/exchange.ts';
import { documentHash } from '../../core/bytes/documentHash.ts';
import { unpack } from '../../core/bytes/packing.ts';
import type { Clock } from '../../core/clock.ts';
import { openReplica } from '../../db/transfer/replica.ts';
import type { HubDatabase } from '../database/hubDatabase.ts';
import { faultOfStored, isTotalAsTaken } from '../selfCheck/checkedDay.ts';
import { changesSince, newestChange } from './changeStore.ts';
import { type HubDay, type HubDocument, hubDays, hubDocuments, kindsOf } from './replicaStore.ts';
import { TICKS_CAME, TICKS_GONE, ticksSince } from './tickStore.ts';

/** What of the hub's own rows is not what was taken in: nothing of it is in the copy. */
export type FoundDamage = { days: Set<number>; documents: Pick<HubDocument, 'kind' | 'id'>[] };

export type Filled = {
  /** Number of the newest change that the copy has. */
  upTo: number;
  /** Rows and closed days of single series that were written. */
  rows: number;
  days: number;
  damage: FoundDamage;
};

type Replica = ReturnType<typeof openReplica>;

/** Days unpacked in a row before others have their turn. */
const DAYS_A_TURN = 64;

const wholeDays = async function* (days: AsyncIterable<HubDay>, damage: FoundDamage): AsyncGenerator<HubDay> {
  let unpacked = 0;
  for await (const day of days) {
    if (isTotalAsTaken(day)) {
      yield day;
      continue;
    }
    // of before there were checksums, or damaged
    const fault = faultOfStored(day);
    if (fault) damage.days.add(day.day);
    yield fault ? { ...day, ...fault.total } : day;
    unpacked += 1;
    if (unpacked % DAYS_A_TURN === 0) await turn();
  }
};

const putDays = async (replica: Replica, days: AsyncIterable<HubDay>): Promise<number> => {
  let count = 0;
  for await (const { uid, packed, hash, ...day } of days) {
    const { firstSlot, slots } = day;
    replica.putDay(uid, { ...day, packed, hash, ...(packed ? { firstSlot, slots } : { firstSlot: null, slots: null }) });
    count += 1;
  }
  return count;
};

const putRows = async (replica: Replica, documents: AsyncIterable<HubDocument>, damage: FoundDamage): Promise<number> => {
  let count = 0;
  for await (const { hash, ...document } of documents) {
    const { kind, id, body } = document;
    if (fieldKinds.includes(kind)) continue;
    if (documentHash(document) !== hash) {
      damage.documents.push({ kind, id });
      continue;
    }
    replica.putRow(kind, JSON.parse(body));
    count += 1;
  }
  return count;
};

type Order = {
  path: string;
  clock: Clock;
  /** Change up to which the file was filled before; undefined for a new file. */
  since?: number | undefined;
  /** All rows that are no readings are put anew, because what flips among them in the copy shows in nothing. */
  rowsAnew?: boolean;
};

const changedSince = async (client: Parameters<typeof newestChange>[0], plantId: number, { since, rowsAnew = false }: Order) => {
  if (since === undefined) return { upTo: await newestChange(client, plantId), kinds: undefined, days: undefined };
  const changed = await changesSince(client, plantId, since);
  return rowsAnew ? { ...changed, kinds: [...changed.kinds, ...(await kindsOf(client, plantId))] } : changed;
};

/**
 * Makes the copy of a plant from what the hub has of it, or brings it up to date: a file in the plant's own format, which the read-only
 * plant serves. Reads one state of the store and holds up nobody who writes meanwhile.
 */
export const fillReplica = (database: HubDatabase, plantId: number, order: Order): Promise<Filled> =>
  database.reading(plantId, async (client) => {
    const { path, clock, since } = order;
    const changed = await changedSince(client, plantId, order);
    const replica = openReplica(path, clock);
    const damage: FoundDamage = { days: new Set(), documents: [] };
    let [rows, days] = [0, 0];
    try {
      const kinds = changed.kinds?.filter((kind) => kind !== TICKS_CAME && kind !== TICKS_GONE);
      for (const kind of new Set(kinds)) replica.clear(kind);
      if (kinds?.length !== 0) rows = await putRows(replica, hubDocuments(client, plantId, kinds), damage);
      const isAnew = since === undefined || replica.hasOtherSeries();
      if (isAnew) replica.clearReadings();
      const changedDays = isAnew ? undefined : changed.days;
      if (changedDays?.length !== 0) days = await putDays(replica, wholeDays(hubDays(client, plantId, changedDays), damage));
      const isOpenAnew = isAnew || changed.kinds?.includes(TICKS_GONE);
      if (isOpenAnew) replica.clearOpen();
      if (isOpenAnew || changed.kinds?.includes(TICKS_CAME))
        for await (const { slot, uids, packed } of ticksSince(client, plantId, isOpenAnew ? 0 : since))
          replica.putOpen(uids, unpack(packed, slot, uids.length));
      replica.finish();
    } finally {
      replica.abandon();
    }
    return { upTo: changed.upTo, rows, days, damage };
  });
