import { verify } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { z } from 'zod';
import type { CarriedDay, CarriedTotal } from '../../bundle/dayItems.ts';
import { publicKeyOf } from '../../bundle/keys.ts';
import type { WireDocument, WireEntry } from '../../contract/hub/exchange.ts';
import { type Share, share } from '../../contract/hub/pairing.ts';
import type { RecoveryFacts, recoverySeries } from '../../contract/hub/replacement.ts';
import { signedLine } from '../../contract/hub/signing.ts';
import { rotationsOf } from './rotationStore.ts';

const DOCUMENTS_AT_ONCE = 1000;
const ENTRIES_AT_ONCE = 5000;
/** Some 3 MB. */
const DAYS_AT_ONCE = 4000;

/** Keys that a site had, each up to its epoch, then the key of now; and keys that it changed by itself. */
export type SiteKeys = { closed: { epoch: number; key: Buffer }[]; current: Buffer; rotated: Buffer[] };

export const siteKeys = async (client: PoolClient, plantId: number): Promise<SiteKeys> => {
  const { rows: closed } = await client.query<{ epoch: number; key: Buffer }>(
    'select epoch, key from replaced_key where plant_id = $1 order by epoch',
    [plantId],
  );
  const { rows } = await client.query<{ key: Buffer }>('select key from plant where plant_id = $1', [plantId]);
  const rotated = (await rotationsOf(client, plantId)).map(({ key }) => key);
  return { closed, current: rows[0]?.key ?? Buffer.alloc(0), rotated };
};

export const shareOf = async (client: PoolClient, plantId: number): Promise<Share | null> => {
  const { rows } = await client.query<{ share: string | null }>('select share from plant where plant_id = $1', [plantId]);
  const stored = rows[0]?.share;
  return stored ? share.parse(JSON.parse(stored)) : null;
};

/** The newest statement whose roots were the hub's own, with the key of its time. */
export const provedStatement = async (
  client: PoolClient,
  plantId: number,
  { closed, current, rotated }: SiteKeys,
): Promise<RecoveryFacts['proved'] | undefined> => {
  const { rows } = await client.query<{ text: string; signature: string; receipt: string; epoch: number }>(
    `select body text, signature, receipt, epoch from statement
     where plant_id = $1 and is_equal order by epoch desc, seq desc limit 1`,
    [plantId],
  );
  return rows.map(({ text, signature, receipt, epoch }) => {
    const key = closed.find((one) => one.epoch >= epoch)?.key ?? current;
    const [signed, given] = [Buffer.from(signedLine.statement + text), Buffer.from(signature, 'base64url')];
    const signer = [key, ...rotated].find((one) => verify(null, signed, publicKeyOf('ed25519', one), given)) ?? key;
    return { statement: { text, signature }, receipt: JSON.parse(receipt), key: signer.toString('base64url') };
  })[0];
};

export const countsOf = async (client: PoolClient, plantId: number): Promise<{ documents: number; days: number }> => {
  const { rows } = await client.query<{ documents: number; days: number }>(
    `select (select count(*) from document where plant_id = $1)::int documents,
       (select coalesce(sum(leaves), 0) from day_node where plant_id = $1)::int days`,
    [plantId],
  );
  return rows[0] ?? { documents: 0, days: 0 };
};

/** Also those that are gone, with their versions. */
export const documentsAfter = async (
  client: PoolClient,
  plantId: number,
  after: readonly [string, string],
): Promise<WireDocument[]> => {
  const { rows } = await client.query<WireDocument & { body: string; deleted: boolean }>(
    `select kind, id, version, body, deleted from document where plant_id = $1 and (kind, id) > ($2, $3)
     order by kind, id limit ${DOCUMENTS_AT_ONCE}`,
    [plantId, ...after],
  );
  return rows.map(({ kind, id, version, body, deleted }) => ({ kind, id, version, body: deleted ? null : body }));
};

export const entriesAfter = async (client: PoolClient, plantId: number, stream: string, after: number): Promise<WireEntry[]> => {
  const { rows } = await client.query<WireEntry>(
    `select seq, at, body, encode(hash, 'hex') hash from entry where plant_id = $1 and stream = $2 and seq > $3
     order by seq limit ${ENTRIES_AT_ONCE}`,
    [plantId, stream, after],
  );
  return rows;
};

type Row = CarriedTotal & {
  uid: string;
  day: number;
  revision: number;
  firstSlot: number;
  slots: number;
  packed: Buffer | null;
  hash: Buffer | null;
};

const dayColumns = `b.day, b.revision, b.first_slot "firstSlot", b.slots, b.packed, b.hash, b.sum, b.min, b.max, b.avg, b.last, b.estimated,
  b.counter_open "counterOpen", b.counter_close "counterClose", b.expected, b.complete`;

const carried = ({ uid, day, revision, firstSlot, slots, packed, hash, ...total }: Row): CarriedDay => ({
  ...{ uid, day, revision, total },
  block: packed && hash ? { firstSlot, slots, packed, hash } : null,
});

/** Series from one on, in the order of their numbers. @param from uid without dashes; null for the first. */
const seriesFrom = async (client: PoolClient, plantId: number, from: string | null): Promise<{ no: number; uid: string }[]> => {
  const { rows } = await client.query<{ no: number; uid: string }>(
    `select series_no no, replace(uid::text, '-', '') uid from series
     where plant_id = $1 and series_no >= coalesce((select series_no from series where plant_id = $1 and uid = $2::uuid), -1)
     order by series_no`,
    [plantId, from],
  );
  return rows;
};

/**
 * Closed days in the order of series and day. They are read series by series: PostgreSQL would sort all that are left for each page.
 * @param after uid without dashes, and day; null for the first.
 */
export const carriedDaysAfter = async (
  client: PoolClient,
  plantId: number,
  after: { uid: string; day: number } | null,
): Promise<CarriedDay[]> => {
  const days: CarriedDay[] = [];
  for (const { no, uid } of await seriesFrom(client, plantId, after?.uid ?? null)) {
    const { rows } = await client.query<Row>({
      name: 'days_of_series',
      text: `select ${dayColumns} from block b where b.plant_id = $1 and b.series_no = $2 and b.day > $3 order by b.day limit $4`,
      values: [plantId, no, uid === after?.uid ? after.day : -1, DAYS_AT_ONCE - days.length],
    });
    days.push(...rows.map((row) => carried({ ...row, uid })));
    if (days.length === DAYS_AT_ONCE) break;
  }
  return days;
};

/** One closed day of an industry with all its series, in the order of their uids. */
export const carriedDaysOn = async (
  client: PoolClient,
  plantId: number,
  industryId: string,
  day: number,
): Promise<CarriedDay[]> => {
  const { rows } = await client.query<Row>(
    `select replace(s.uid::text, '-', '') uid, ${dayColumns}
     from block b join series s on s.plant_id = b.plant_id and s.series_no = b.series_no
     where b.plant_id = $1 and b.day = $3 and s.industry_id = $2 order by s.uid`,
    [plantId, industryId, day],
  );
  return rows.map(carried);
};

type NamedSeries = z.infer<typeof recoverySeries>['series'][number];

/** What these series were, also those that the plant has no more. */
export const namedSeries = async (client: PoolClient, plantId: number, uids: readonly string[]): Promise<NamedSeries[]> => {
  const { rows } = await client.query<NamedSeries>(
    `select replace(uid::text, '-', '') uid, unit_id "unitId", param, kind, measure from series
     where plant_id = $1 and replace(uid::text, '-', '') = any ($2) order by uid`,
    [plantId, uids],
  );
  return rows;
};
