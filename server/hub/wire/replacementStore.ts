import type { PoolClient } from 'pg';
import type { SignedText } from '../../contract/hub/signing.ts';

/** A PC that asks to take the place of a lost one. */
export type WaitingPc = { code: string; key: Buffer; askedAt: Date };

export const waitingPc = async (client: PoolClient, plantId: number): Promise<WaitingPc | undefined> => {
  const { rows } = await client.query<WaitingPc>('select code, key, asked_at "askedAt" from replacement where plant_id = $1', [
    plantId,
  ]);
  return rows[0];
};

/** Whose site it is now, within the transaction that changes it: a question beside it would take a second connection. */
export const ownerNow = async (client: PoolClient, plantId: number): Promise<{ key: Buffer; epoch: number } | undefined> => {
  const { rows } = await client.query<{ key: Buffer; epoch: number }>('select key, epoch from plant where plant_id = $1', [
    plantId,
  ]);
  return rows[0];
};

/** A newer code takes the place of one that was not confirmed. @returns false where another PC waits with the same code. */
export const putWaiting = async (client: PoolClient, plantId: number, { code, key, askedAt }: WaitingPc): Promise<boolean> => {
  const { rowCount } = await client.query(
    `insert into replacement (plant_id, code, key, asked_at) values ($1, $2, $3, $4)
     on conflict (plant_id) do update set code = excluded.code, key = excluded.key, asked_at = excluded.asked_at
     where replacement.code <> excluded.code or replacement.key = excluded.key`,
    [plantId, code, key, askedAt],
  );
  return rowCount === 1;
};

export const closedKeys = async (client: PoolClient, plantId: number): Promise<{ key: Buffer; closedAt: Date }[]> => {
  const { rows } = await client.query<{ key: Buffer; closedAt: Date }>(
    'select key, closed_at "closedAt" from replaced_key where plant_id = $1 order by epoch desc',
    [plantId],
  );
  return rows;
};

/** What the hub signed when it closed a key of the site last. */
export const lastClosed = async (client: PoolClient, plantId: number): Promise<SignedText | undefined> => {
  const { rows } = await client.query<SignedText>(
    'select statement text, signature from replaced_key where plant_id = $1 order by epoch desc limit 1',
    [plantId],
  );
  return rows[0];
};

type Closing = SignedText & {
  plantId: number;
  site: string;
  epoch: number;
  key: Buffer;
  newKey: Buffer;
  code: string;
  closedAt: Date;
};

/** The key that a site had is closed, and another one is its from the next epoch on. */
export const closeKey = async (
  client: PoolClient,
  { plantId, site, epoch, key, newKey, code, closedAt, text, signature }: Closing,
): Promise<void> => {
  await client.query('insert into replaced_key values ($1, $2, $3, $4, $5, $6)', [
    plantId,
    epoch,
    key,
    closedAt,
    text,
    signature,
  ]);
  await client.query(
    `update plant set key = $2, old_key = null, old_key_until = null, epoch = $3, state = 'paired', paired_at = $4 where plant_id = $1`,
    [plantId, newKey, epoch + 1, closedAt],
  );
  await client.query('update pairing_code set used_by = $2 where code = $1', [code, site]);
  await client.query('delete from replacement where plant_id = $1', [plantId]);
};
