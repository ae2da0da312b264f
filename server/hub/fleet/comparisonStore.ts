import { setImmediate as turn } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import type { CarriedTotal } from '../../bundle/dayItems.ts';
import { checksumOfDay } from '../commit/checksumOfDay.ts';
import type { DayWindow, UnitDay } from './addDays.ts';

/** An industry's rows that say which of its meters count, as the plant sent them. */
export const industryDocuments = async (
  client: PoolClient,
  plantId: number,
  industryId: string,
): Promise<{ kind: string; body: string }[]> => {
  const { rows } = await client.query<{ kind: string; body: string }>(
    `select kind, body from document where plant_id = $1 and not deleted and (
       (kind = 'industry' and body::jsonb ->> 'id' = $2)
       or (kind in ('category', 'sub_category', 'unit') and body::jsonb ->> 'industry_id' = $2))`,
    [plantId, industryId],
  );
  return rows;
};

/** The series that counts volume, by the unit that has one. */
export const volumeCounters = async (client: PoolClient, plantId: number, industryId: string): Promise<Map<string, number>> => {
  const { rows } = await client.query<{ unitId: string; seriesNo: number }>(
    `select unit_id "unitId", series_no "seriesNo" from series
     where plant_id = $1 and industry_id = $2 and kind = 'counter' and param = 'volume'`,
    [plantId, industryId],
  );
  return new Map(rows.map(({ unitId, seriesNo }) => [unitId, seriesNo]));
};

type DayTotal = CarriedTotal & {
  seriesNo: number;
  day: number;
  revision: number;
  firstSlot: number;
  slots: number;
  checksum: number | null;
};

const totalsOf = async (
  client: PoolClient,
  plantId: number,
  seriesNos: readonly number[],
  windows: readonly DayWindow[],
): Promise<DayTotal[]> => {
  const { rows } = await client.query<DayTotal>(
    `select b.series_no "seriesNo", b.day, b.revision, b.first_slot "firstSlot", b.slots, b.sum, b.min, b.max, b.avg, b.last, b.estimated,
       b.counter_open "counterOpen", b.counter_close "counterClose", b.expected, b.complete, b.checksum
     from block b where b.plant_id = $1 and b.series_no = any ($2)
       and exists (select from unnest($3::int[], $4::int[]) w (from_day, to_day) where b.day between w.from_day and w.to_day)
     order by b.day, b.series_no`,
    [plantId, seriesNos, windows.map(({ fromDay }) => fromDay), windows.map(({ toDay }) => toDay)],
  );
  return rows;
};

/** Rows looked at before others have their turn: some 2 ms. */
const ROWS_A_TURN = 1024;

const damagedDays = async (rows: readonly DayTotal[]): Promise<Set<number>> => {
  const damaged = new Set<number>();
  for (const [at, row] of rows.entries()) {
    if (row.checksum !== null && row.checksum !== checksumOfDay({ ...row, total: row })) damaged.add(row.day);
    if (at % ROWS_A_TURN === ROWS_A_TURN - 1) await turn();
  }
  return damaged;
};

/**
 * Totals of days in windows [fromDay, toDay]. A day of which a row is not what was taken in is left out of all series, because a sum over
 * meters would lack one of them.
 */
export const daysOfWindows = async (
  client: PoolClient,
  plantId: number,
  unitOf: ReadonlyMap<number, string>,
  windows: readonly DayWindow[],
): Promise<{ days: UnitDay[]; damaged: ReadonlySet<number> }> => {
  const rows = await totalsOf(client, plantId, [...unitOf.keys()], windows);
  const damaged = await damagedDays(rows);
  const days = rows.flatMap(({ seriesNo, day, sum, complete, expected }) => {
    const unitId = unitOf.get(seriesNo);
    return unitId === undefined || damaged.has(day) ? [] : [{ unitId, day, sum, complete, expected }];
  });
  return { days, damaged };
};
