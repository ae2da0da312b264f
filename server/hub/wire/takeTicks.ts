import type { PoolClient } from 'pg';
import type { TicksAnswer, TicksRequest } from '../../contract/hub/exchange.ts';
import { unpack } from '../../core/bytes/packing.ts';
import { letterOf, SLOTS_PER_DAY, SLOTS_PER_HOUR, slotOf } from '../../core/slots.ts';
import { inTickOrder, tickSeriesHash } from '../../core/sync/tickSeries.ts';
import type { HubDatabase } from '../database/hubDatabase.ts';
import { dropTicks, newestTick, oldestTicks, openFrom, putTicks, seriesNow } from '../replica/tickStore.ts';
import { WireRefusal } from './wireRefusal.ts';

/** A day is closed, sent and taken in well within it; of a plant that fell silent the slots are dropped after it. */
const KEPT_SLOTS = 3 * SLOTS_PER_DAY;
/** What a clock may be ahead. */
const AHEAD_SLOTS = SLOTS_PER_HOUR;
const LETTERS = new Set('GEFBMRX');

const isReadable = (packed: Uint8Array, slot: number, series: number): boolean => {
  try {
    const { quality, values } = unpack(packed, slot, series);
    return quality.every((letter) => LETTERS.has(letterOf(letter))) && values.every(Number.isFinite);
  } catch {
    return false;
  }
};

/**
 * Keeps slots of a plant's open days. What is of a day that the hub has closed, too old or in the future is left out.
 * @throws WireRefusal `badRequest` where a slot is not readable; nothing is kept then.
 */
export const takeTicks = async (
  client: PoolClient,
  plantId: number,
  { industry, series: named, slots }: TicksRequest,
  nowMs: number,
): Promise<TicksAnswer> => {
  const series = inTickOrder(await seriesNow(client, plantId, industry));
  if (series.length === 0 || tickSeriesHash(series) !== named)
    return { stored: await newestTick(client, plantId, industry), isBehind: true };
  const nowSlot = slotOf(nowMs);
  const from = Math.max(nowSlot - KEPT_SLOTS, await openFrom(client, plantId, industry));
  const kept = new Map<number, Buffer>();
  for (const { slot, packed } of slots) {
    const bytes = Buffer.from(packed, 'base64');
    if (!isReadable(bytes, slot, series.length)) throw new WireRefusal('badRequest', `slot ${slot} is not readable`);
    if (slot >= from && slot <= nowSlot + AHEAD_SLOTS) kept.set(slot, bytes);
  }
  if (kept.size > 0)
    await putTicks(
      client,
      { plantId, industryId: industry, series: series.map(({ no }) => no) },
      [...kept].map(([slot, packed]) => ({ slot, packed })),
    );
  return { stored: await newestTick(client, plantId, industry) };
};

/** Takes away slots of plants that fell silent: their days come when they are back. */
export const dropOldTicks = async (database: HubDatabase, plantIds: readonly number[], nowMs: number): Promise<void> => {
  const before = slotOf(nowMs) - KEPT_SLOTS;
  for (const plantId of plantIds)
    await database.inTurn(plantId, async (client) => {
      for (const industryId of (await oldestTicks(client, plantId)).keys()) await dropTicks(client, plantId, industryId, before);
    });
};
