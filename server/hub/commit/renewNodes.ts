import type { PoolClient } from 'pg';
import { dayHash, monthHash } from '../../core/bytes/blockHash.ts';
import { daysOf, monthOfDay } from '../../core/months.ts';
import { type DayNode, dayHashesIn, type KnownSeries, leavesOf, putDayNodes, putMonthNodes } from './commitStore.ts';

/** Days whose leaves are held at once: 20 of 1,000 series are some 4 MB. */
const DAYS_AT_ONCE = 20;

type Series = ReadonlyMap<number, KnownSeries>;

const dayNodes = async (client: PoolClient, plantId: number, days: readonly number[], series: Series): Promise<DayNode[]> => {
  const all = await leavesOf(client, plantId, days, series);
  return all.map(({ industryId, day, leaves }) => ({ industryId, day, hash: dayHash(day, leaves), leaves: leaves.length }));
};

/** Works out the hashes of days whose leaves changed, and of the months above them, from the rows that are stored. */
export const renewNodes = async (
  client: PoolClient,
  plantId: number,
  days: readonly number[],
  series: Iterable<KnownSeries>,
): Promise<void> => {
  const byNumber = new Map([...series].map((one) => [one.seriesNo, one]));
  for (let at = 0; at < days.length; at += DAYS_AT_ONCE)
    await putDayNodes(client, plantId, await dayNodes(client, plantId, days.slice(at, at + DAYS_AT_ONCE), byNumber));
  const stretches = [...new Set(days.map(monthOfDay))].map(daysOf);
  const hashes = await dayHashesIn(client, plantId, stretches);
  const months = Map.groupBy(hashes, ({ industryId, day }) => `${monthOfDay(day)} ${industryId}`);
  const nodes = [...months.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const month = monthOfDay(first.day);
    return [
      {
        industryId: first.industryId,
        month,
        hash: monthHash(
          month,
          group.map(({ hash }) => hash),
        ),
      },
    ];
  });
  await putMonthNodes(client, plantId, nodes);
};
