import type { PoolClient } from 'pg';
import type { SignedText } from '../../contract/hub/signing.ts';

type Rotation = SignedText & { key: Buffer; newKey: Buffer; rotatedAt: Date; until: Date };

/** Whether a plant has or had this key after a rotation; `until` counts for the newest. */
export const rotationTo = async (client: PoolClient, plantId: number, newKey: Buffer): Promise<{ until: Date } | undefined> => {
  const { rows } = await client.query<{ until: Date }>(
    `select coalesce(p.old_key_until, r.rotated_at) "until" from rotated_key r join plant p on p.plant_id = r.plant_id
     where r.plant_id = $1 and r.new_key = $2`,
    [plantId, newKey],
  );
  return rows[0];
};

/** @returns false where the plant has got another key in the meantime. */
export const putRotation = async (
  client: PoolClient,
  plantId: number,
  { key, newKey, rotatedAt, until, text, signature }: Rotation,
): Promise<boolean> => {
  const { rowCount } = await client.query(
    'update plant set key = $2, old_key = $3, old_key_until = $4 where plant_id = $1 and key = $3',
    [plantId, newKey, key, until],
  );
  if (rowCount === 0) return false;
  await client.query(
    `insert into rotated_key (plant_id, number, key, new_key, rotated_at, statement, signature)
     select $1::int, coalesce(max(number), 0) + 1, $2, $3, $4, $5, $6 from rotated_key where plant_id = $1`,
    [plantId, key, newKey, rotatedAt, text, signature],
  );
  return true;
};

/** What each key signed about the next, in order: from a key that one knows to the key of now. */
export const rotationsOf = async (client: PoolClient, plantId: number): Promise<(SignedText & { key: Buffer })[]> => {
  const { rows } = await client.query<SignedText & { key: Buffer }>(
    'select key, statement "text", signature from rotated_key where plant_id = $1 order by number',
    [plantId],
  );
  return rows;
};
