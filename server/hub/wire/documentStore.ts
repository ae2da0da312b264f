import type { PoolClient } from 'pg';
import { z } from 'zod';
import type { WireDocument } from '../../contract/hub/exchange.ts';
import { bytesOfUid } from '../../core/bytes/blockHash.ts';
import { documentHash, kindHash } from '../../core/bytes/documentHash.ts';

const seriesRow = z.object({
  uid: z.string(),
  industry_id: z.string(),
  unit_id: z.string(),
  param: z.string(),
  kind: z.enum(['counter', 'gauge', 'stock']),
  measure: z.string(),
});
const industryRow = z.object({ id: z.string(), name: z.string().optional() });

/** What is counted of an alarm for the fleet's pages. */
const time = z.number().int().nullish();
const alarmRow = z.object({
  ...{ industry_id: z.string(), priority: z.number().int(), suppressed: z.number().int().nullish() },
  ...{ insight: z.number().int().nullish(), shelved_until: time, cleared_at: time, resolved_at: time, acked_at: time },
});
const NUL = String.raw`\u0000`;

const uuidOf = (uid: string): string =>
  bytesOfUid(uid)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

const jsonOf = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};

type PutKnown = (client: PoolClient, plantId: number) => Promise<unknown>;
const nothingMore: PutKnown = async () => undefined;

/** How to store the columns that the hub itself needs from a plant's row; undefined where the row is not of the form of its kind. */
const knownOf = ({ kind, id, body }: WireDocument): PutKnown | undefined => {
  if (`${kind}${id}`.includes('\0')) return undefined;
  if (body === null) return nothingMore;
  const value = jsonOf(body);
  // no text of PostgreSQL can have that sign, and nothing could be asked of the row
  if (value === undefined || body.includes(NUL)) return undefined;
  if (kind === 'alarm' && !alarmRow.safeParse(value).success) return undefined;
  if (kind === 'series') {
    const { success, data } = seriesRow.safeParse(value);
    return success ? (client, plantId) => putSeries(client, plantId, data) : undefined;
  }
  if (kind === 'industry') {
    const { success, data } = industryRow.safeParse(value);
    return success ? (client, plantId) => putIndustry(client, plantId, data) : undefined;
  }
  return nothingMore;
};

const putSeries = (client: PoolClient, plantId: number, row: z.infer<typeof seriesRow>) => {
  const { uid, industry_id, unit_id, param, kind, measure } = row;
  return client.query(
    `insert into series (plant_id, series_no, uid, industry_id, unit_id, param, kind, measure)
     values ($1, (select coalesce(max(series_no), 0) + 1 from series where plant_id = $1), $2, $3, $4, $5, $6, $7)
     on conflict (plant_id, uid) do update set unit_id = excluded.unit_id, param = excluded.param, measure = excluded.measure`,
    [plantId, uuidOf(uid), industry_id, unit_id, param, kind, measure],
  );
};

const putIndustry = (client: PoolClient, plantId: number, { id, name }: z.infer<typeof industryRow>) =>
  client.query(
    `insert into industry values ($1, $2, $3) on conflict (plant_id, industry_id) do update set name = excluded.name`,
    [plantId, id, name ?? id],
  );

/** Makes the hub's own columns of each series what its document says. @returns the uids of those that were not. */
export const settleSeries = async (client: PoolClient, plantId: number): Promise<string[]> => {
  const { rows } = await client.query<{ body: string; hash: string; id: string; version: number }>(
    `select id, version, body, encode(hash, 'hex') hash from document where plant_id = $1 and kind = 'series' and not deleted`,
    [plantId],
  );
  const series = rows.flatMap(({ hash, ...row }) => {
    if (hash !== documentHash({ kind: 'series', ...row })) return [];
    const { success, data } = seriesRow.safeParse(jsonOf(row.body));
    return success ? [data] : [];
  });
  const { rows: settled } = await client.query<{ uid: string }>(
    `update series s set industry_id = n.industry_id, unit_id = n.unit_id, param = n.param, kind = n.kind, measure = n.measure
     from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[]) n (uid, industry_id, unit_id, param, kind, measure)
     where s.plant_id = $1 and s.uid = n.uid and (s.industry_id, s.unit_id, s.param, s.kind, s.measure)
       is distinct from (n.industry_id, n.unit_id, n.param, n.kind, n.measure) returning s.uid`,
    [
      plantId,
      series.map(({ uid }) => uuidOf(uid)),
      ...(['industry_id', 'unit_id', 'param', 'kind', 'measure'] as const).map((name) => series.map((row) => row[name])),
    ],
  );
  return settled.map(({ uid }) => uid);
};

/** Stores the documents that are newer than the hub's. @returns the result for each document. */
export const putDocument = async (
  client: PoolClient,
  plantId: number,
  document: WireDocument,
): Promise<'stored' | 'ignored' | 'refused'> => {
  const { kind, id, version, body } = document;
  const putKnown = knownOf(document);
  if (!putKnown) return 'refused';
  const { rowCount } = await client.query(
    `insert into document (plant_id, kind, id, version, body, hash, deleted) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (plant_id, kind, id) do update set version = excluded.version, body = excluded.body, hash = excluded.hash,
       deleted = excluded.deleted
     where excluded.version > document.version or (excluded.version = document.version and excluded.hash <> document.hash)`,
    [plantId, kind, id, version, body ?? '', Buffer.from(documentHash(document), 'hex'), body === null],
  );
  if (rowCount !== 1) return 'ignored';
  await putKnown(client, plantId);
  return 'stored';
};

type DocumentLeaf = { id: string; version: number; hash: string };

export const documentLeaves = async (client: PoolClient, plantId: number, kind: string): Promise<DocumentLeaf[]> => {
  const { rows } = await client.query<DocumentLeaf>(
    `select id, version, encode(hash, 'hex') hash from document where plant_id = $1 and kind = $2`,
    [plantId, kind],
  );
  return rows;
};

/** One hash of all documents of each kind, in the order of the kinds. */
export const kindHashes = async (client: PoolClient, plantId: number): Promise<[kind: string, hash: string][]> => {
  const { rows } = await client.query<DocumentLeaf & { kind: string }>(
    `select kind, id, encode(hash, 'hex') hash from document where plant_id = $1 order by kind`,
    [plantId],
  );
  return [...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, all]) => [kind, kindHash(all)]);
};
