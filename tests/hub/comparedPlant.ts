/** A plant at a hub with units and days as a test wants them. */
import { type CarriedDay, uidOf } from '../../server/bundle/dayItems.ts';
import { hashOfBlock } from '../../server/core/bytes/blockHash.ts';
import { pack } from '../../server/core/bytes/packing.ts';
import { totalOf } from '../../server/core/counters/aggregate.ts';
import { emptyBlock, SLOTS_PER_DAY } from '../../server/core/slots.ts';
import type { HubDatabase } from '../../server/hub/database/hubDatabase.ts';
import { SendingPlant } from '../../server/hub/testing/sentDays.ts';
import { putDocument } from '../../server/hub/wire/documentStore.ts';

export type GivenUnit = { id: string; as: string[]; meta?: object; type?: string };

const SLOTS = 6;

/** A day of a counter of which nothing was read. */
export const deadDay = (uid: string, day: number, revision = 1): CarriedDay => {
  const block = emptyBlock(day * SLOTS_PER_DAY, SLOTS);
  const total = { ...totalOf(block, 'counter', SLOTS), counterOpen: null, counterClose: null };
  const carried = { firstSlot: block.firstSlot, slots: SLOTS, packed: pack(block), hash: hashOfBlock(block) };
  return { uid: uidOf(uid), day, revision, total, block: carried };
};

/** A plant whose series U0, U1, ... belong to these units. @throws Error where a row is not stored. */
export const comparedPlant = async (
  database: HubDatabase,
  units: readonly GivenUnit[],
  production: object[] = [],
): Promise<SendingPlant> => {
  const plant = new SendingPlant(database, units.length);
  await plant.pair();
  const { plantId } = plant.sender;
  const rows: [string, Record<string, unknown>][] = [
    ['industry', { id: 'DEMO', meta: JSON.stringify({ facts: { production } }) }],
    ['category', { id: 'C', enabled: 1 }],
    ['sub_category', { id: 'S', category_id: 'C', enabled: 1 }],
    ...units.map(({ id, as, meta = {}, type = 'flow' }): [string, Record<string, unknown>] => [
      'unit',
      {
        ...{ id, type, deployed: 1, sub_category_id: 'S', meta: JSON.stringify(meta) },
        ...{ standard_category_id: 'SOURCE_CATEGORY', standard_category_ids: JSON.stringify(as) },
      },
    ]),
  ];
  await database.inTurn(plantId, async (client) => {
    for (const [kind, row] of rows) {
      const body = JSON.stringify({ ...row, industry_id: 'DEMO' });
      const put = await putDocument(client, plantId, { kind, id: JSON.stringify([row.id]), version: 1, body });
      if (put !== 'stored') throw new Error(`${kind} ${String(row.id)}: ${put}`);
    }
  });
  return plant;
};
