import { setImmediate as turn } from 'node:timers/promises';
import { documentHash } from '../../core/bytes/documentHash.ts';
import type { Log } from '../../core/log.ts';
import { monthOfDay } from '../../core/months.ts';
import { plantSeries } from '../commit/commitStore.ts';
import { renewNodes } from '../commit/renewNodes.ts';
import type { HubDatabase } from '../database/hubDatabase.ts';
import { noteDays } from '../replica/changeStore.ts';
import { settleSeries } from '../wire/documentStore.ts';
import { faultOfStored } from './checkedDay.ts';
import {
  blocksOn,
  daysToCheck,
  nodesAbove,
  noteDiffering,
  storedDocuments,
  WANTED_AGAIN,
  wantBlockAgain,
  wantDocumentAgain,
} from './selfCheckStore.ts';

/** Each closed day is looked at once in so many days: a year of 1,000 series is 12,000 rows a day, a quarter of a second. */
const EVERY_DAYS = 30;
/** Looked at in a row before others have their turn: some 2 ms. */
const ROWS_A_TURN = 64;

type Client = Parameters<typeof blocksOn>[0];
type Named = { site: string; plantId: number };

/** Series of a day whose rows are not what was taken in. */
const faultsOn = async (client: Client, plantId: number, day: number) => {
  const found = [];
  for (const [at, row] of (await blocksOn(client, plantId, day)).entries()) {
    const fault = faultOfStored(row);
    // what is found once waits for its plant
    if (fault && row.revision !== WANTED_AGAIN) found.push({ row, fault });
    if (at % ROWS_A_TURN === ROWS_A_TURN - 1) await turn();
  }
  return found;
};

/** Whether the hashes above a day are those of its rows; they are written anew, and left so only where something is mended. */
const renewed = async (client: Client, plantId: number, day: number): Promise<boolean> => {
  const before = await nodesAbove(client, plantId, day, monthOfDay(day));
  await renewNodes(client, plantId, [day], (await plantSeries(client, plantId)).values());
  const after = await nodesAbove(client, plantId, day, monthOfDay(day));
  return before.join() !== after.join();
};

/**
 * Compares closed days of a plant with their own hashes and checksums. Of a damaged row only what still matches is kept. That changes the
 * hashes above it in the tree, so that the plant sees the difference in its next round and sends the day again.
 * @returns how many rows, one for each series and day, were damaged.
 */
export const checkDays = async (
  database: HubDatabase,
  { plantId, site }: Named,
  days: readonly number[],
  log: Log,
): Promise<number> => {
  let count = 0;
  for (const day of new Set(days))
    count += await database.inTurn(plantId, async (client) => {
      const faults = await faultsOn(client, plantId, day);
      if (faults.length > 0) await noteDiffering(client, plantId, day);
      for (const { row, fault } of faults) {
        await wantBlockAgain(client, plantId, row, fault);
        log.error(
          { site, seriesNo: row.seriesNo, day, part: fault.part },
          'a stored day is damaged: its plant is to send it again',
        );
      }
      if ((await renewed(client, plantId, day)) && faults.length === 0)
        log.error({ site, day }, 'a stored hash of a day or month was not that of its rows: it was worked out anew');
      if (faults.length > 0) await noteDays(client, plantId, [day]);
      return faults.length;
    });
  return count;
};

/** The same of rows that are no readings. @returns how many are to be sent again. */
export const checkDocuments = async (database: HubDatabase, { plantId, site }: Named, log: Log): Promise<number> => {
  const damaged: { kind: string; id: string }[] = [];
  await database.reading(plantId, async (client) => {
    for await (const documents of storedDocuments(client, plantId)) {
      for (const { hash, ...document } of documents)
        if (hash !== '' && hash !== documentHash(document)) damaged.push({ kind: document.kind, id: document.id });
      await turn();
    }
  });
  if (damaged.length > 0)
    await database.inTurn(plantId, async (client) => {
      for (const { kind, id } of damaged) await wantDocumentAgain(client, plantId, kind, id);
    });
  for (const { kind, id } of damaged) log.error({ site, kind, id }, 'a stored row is damaged: its plant is to send it again');
  const settled = await database.inTurn(plantId, (client) => settleSeries(client, plantId));
  for (const uid of settled) log.error({ site, uid }, 'what a series counts was not what its plant sent: it was put right');
  return damaged.length;
};

/** What a plant's rows are looked at for each day: all that are no readings, and a thirtieth of its closed days. */
export const checkPlant = async (database: HubDatabase, plant: Named, today: number, log: Log): Promise<number> => {
  const documents = await checkDocuments(database, plant, log);
  const days = await database.reading(plant.plantId, (client) =>
    daysToCheck(client, plant.plantId, EVERY_DAYS, today % EVERY_DAYS),
  );
  return documents + (await checkDays(database, plant, days, log));
};
