import type { Clock } from '../../core/clock.ts';
import { createReplica } from '../../db/transfer/replica.ts';
import type { HubDatabase } from '../database/hubDatabase.ts';
import { hubDays, hubDocuments } from './replicaStore.ts';

/**
 * Makes the copy of a plant from what the hub has of it: a file in the plant's own format, which the read-only plant serves.
 * @returns rows and closed days of single series that it holds.
 */
export const fillReplica = (
  database: HubDatabase,
  plantId: number,
  path: string,
  clock: Clock,
): Promise<{ rows: number; days: number }> =>
  database.inTurn(plantId, async (client) => {
    const replica = createReplica(path, clock);
    let [rows, days] = [0, 0];
    try {
      for await (const { kind, body } of hubDocuments(client, plantId)) {
        replica.putRow(kind, JSON.parse(body));
        rows += 1;
      }
      for await (const { uid, ...day } of hubDays(client, plantId)) {
        replica.putDay(uid, day);
        days += 1;
      }
      replica.finish();
    } finally {
      replica.abandon();
    }
    return { rows, days };
  });
