import type { PoolClient } from 'pg';
import { type CommitAnswer, commitAnswer } from '../../contract/hub/exchange.ts';

export type Upload = { uploadId: string; sha256: string; bytes: number; result: CommitAnswer | null };
type Row = Omit<Upload, 'result'> & { result: string | null };

const columns = `upload_id "uploadId", encode(sha256, 'hex') sha256, bytes, result`;
const read = (row: Row | undefined): Upload | undefined =>
  row && { ...row, result: row.result === null ? null : commitAnswer.parse(JSON.parse(row.result)) };

export const uploadById = async (client: PoolClient, plantId: number, uploadId: string): Promise<Upload | undefined> => {
  const { rows } = await client.query<Row>(`select ${columns} from upload where plant_id = $1 and upload_id = $2`, [
    plantId,
    uploadId,
  ]);
  return read(rows[0]);
};

/** The upload of these bytes, begun where there is none yet. */
export const beginUpload = async (
  client: PoolClient,
  plantId: number,
  { uploadId, sha256, bytes }: Omit<Upload, 'result'>,
  expiresMs: number,
): Promise<Upload> => {
  const { rows } = await client.query<Row>(
    `insert into upload (plant_id, upload_id, sha256, bytes, result, expires_at) values ($1, $2, $3, $4, null, $5)
     on conflict (plant_id, sha256) do update set expires_at = excluded.expires_at returning ${columns}`,
    [plantId, uploadId, Buffer.from(sha256, 'hex'), bytes, new Date(expiresMs)],
  );
  return read(rows[0]) ?? { uploadId, sha256, bytes, result: null };
};

/**
 * Forgets the uploads that were begun longest ago, so that a plant has so many at most; this one stays.
 * @returns those that are forgotten.
 */
export const dropOldest = async (client: PoolClient, plantId: number, uploadId: string, most: number): Promise<string[]> => {
  const { rows } = await client.query<{ uploadId: string }>(
    `delete from upload where plant_id = $1 and upload_id in (
       select upload_id from upload where plant_id = $1 and result is null and upload_id <> $2 order by expires_at desc offset $3)
     returning upload_id "uploadId"`,
    [plantId, uploadId, most - 1],
  );
  return rows.map((row) => row.uploadId);
};

export const openUploadIds = async (client: PoolClient, plantId: number): Promise<string[]> => {
  const { rows } = await client.query<{ uploadId: string }>(
    'select upload_id "uploadId" from upload where plant_id = $1 and result is null',
    [plantId],
  );
  return rows.map(({ uploadId }) => uploadId);
};

/** @returns uploads whose time is over, which are forgotten. */
export const dropExpired = async (client: PoolClient, plantId: number, nowMs: number): Promise<string[]> => {
  const { rows } = await client.query<{ uploadId: string }>(
    'delete from upload where plant_id = $1 and expires_at < $2 returning upload_id "uploadId"',
    [plantId, new Date(nowMs)],
  );
  return rows.map(({ uploadId }) => uploadId);
};

export const putResult = async (client: PoolClient, plantId: number, uploadId: string, result: CommitAnswer): Promise<void> => {
  await client.query('update upload set result = $3 where plant_id = $1 and upload_id = $2', [
    plantId,
    uploadId,
    JSON.stringify(result),
  ]);
};
