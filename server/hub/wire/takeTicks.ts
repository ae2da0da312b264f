import type { PoolClient } from 'pg';
import { MOST_TICKS, type TicksAnswer, type TicksRequest } from '../../contract/hub/exchange.ts';
import { pack, unpack } from '../../core/bytes/packing.ts';
import { isFailure } from '../../core/fail.ts';
import { emptyBlock, letterOf, SLOTS_PER_DAY, SLOTS_PER_HOUR, type SlotBlock, slotOf } from '../../core/slots.ts';
import { checkOf, readTickMessage, seriesPrefix, type TickMessage } from '../../core/sync/tickMessage.ts';
import { inTickOrder, tickSeriesHash } from '../../core/sync/tickSeries.ts';
import { unpackSteps } from '../../core/sync/tickSteps.ts';
import type { HubDatabase } from '../database/hubDatabase.ts';
import { dropTicks, newestTick, oldestTicks, openFrom, putTicks, seriesNow, tickAt } from '../replica/tickStore.ts';
import { WireRefusal } from './wireRefusal.ts';

/** A day is closed, sent and taken in well within it; of a plant that fell silent the slots are dropped after it. */
const KEPT_SLOTS = 3 * SLOTS_PER_DAY;
/** What a clock may be ahead. */
const AHEAD_SLOTS = SLOTS_PER_HOUR;
const LETTERS = new Set('GEFBMRX');

const isSound = ({ quality, values }: SlotBlock): boolean =>
  quality.every((letter) => LETTERS.has(letterOf(letter))) && values.every(Number.isFinite);

const readBlock = (packed: Uint8Array, slot: number, series: number): SlotBlock | undefined => {
  try {
    return unpack(packed, slot, series);
  } catch {
    return undefined;
  }
};

type Slot = { slot: number; packed: Uint8Array };
type Place = { plantId: number; industryId: string; series: number[] };

/** The industry's series, where the plant means the same ones. */
const placeOf = async (
  client: PoolClient,
  plantId: number,
  industryId: string,
  isNamed: (series: string) => boolean,
): Promise<Place | undefined> => {
  const series = inTickOrder(await seriesNow(client, plantId, industryId));
  if (series.length === 0 || !isNamed(tickSeriesHash(series))) return undefined;
  return { plantId, industryId, series: series.map(({ no }) => no) };
};

/** Keeps slots; what is of a day that the hub has closed, too old or in the future is left out. */
const keep = async (client: PoolClient, place: Place, slots: readonly Slot[], nowMs: number): Promise<void> => {
  const { plantId, industryId } = place;
  const nowSlot = slotOf(nowMs);
  const from = Math.max(nowSlot - KEPT_SLOTS, await openFrom(client, plantId, industryId));
  const kept = new Map(slots.filter(({ slot }) => slot >= from && slot <= nowSlot + AHEAD_SLOTS).map((one) => [one.slot, one]));
  if (kept.size > 0) await putTicks(client, place, [...kept.values()]);
};

/** @throws WireRefusal `badRequest` where a slot is not readable; nothing is kept then. */
export const takeTicks = async (
  client: PoolClient,
  plantId: number,
  { industry, series: named, slots }: TicksRequest,
  nowMs: number,
): Promise<TicksAnswer> => {
  const place = await placeOf(client, plantId, industry, (series) => series === named);
  if (!place) return { stored: await newestTick(client, plantId, industry), isBehind: true };
  const read = slots.map(({ slot, packed }) => ({ slot, packed: Buffer.from(packed, 'base64') }));
  for (const { slot, packed } of read) {
    const block = readBlock(packed, slot, place.series.length);
    if (!block || !isSound(block)) throw new WireRefusal('badRequest', `slot ${slot} is not readable`);
  }
  await keep(client, place, read, nowMs);
  return { stored: await newestTick(client, plantId, industry), takesSteps: true };
};

/** What the first slot is steps from; undefined where the hub has another one. */
const baseOf = async (client: PoolClient, place: Place, base: TickMessage['base']): Promise<SlotBlock | undefined> => {
  if (!base) return emptyBlock(0, place.series.length);
  const packed = await tickAt(client, place, base.slot);
  const block = packed && readBlock(packed, base.slot, place.series.length);
  return block && checkOf(block) === base.check ? block : undefined;
};

const readSteps = (message: TickMessage, base: SlotBlock): SlotBlock[] => {
  try {
    const blocks = unpackSteps(message.packed, base, message.slots);
    if (blocks.every(isSound)) return blocks;
  } catch (error) {
    if (!isFailure(error, 'badRequest')) throw error;
  }
  throw new WireRefusal('badRequest', 'the slots are not readable');
};

/** The same of slots that are sent as steps from the one before. @throws WireRefusal as `takeTicks`. */
export const takeTickSteps = async (client: PoolClient, plantId: number, body: Buffer, nowMs: number): Promise<TicksAnswer> => {
  const message = readMessage(body);
  const { industry } = message;
  const answer = async (more: object) => ({ stored: await newestTick(client, plantId, industry), ...more });
  const place = await placeOf(client, plantId, industry, (series) => seriesPrefix(series) === message.series);
  if (!place) return answer({ isBehind: true });
  const base = await baseOf(client, place, message.base);
  if (!base) return answer({ wantsWhole: true });
  const slots = readSteps(message, base).map((block) => ({ slot: block.firstSlot, packed: pack(block) }));
  await keep(client, place, slots, nowMs);
  return answer({ takesSteps: true });
};

const readMessage = (body: Buffer): TickMessage => {
  let message: TickMessage | undefined;
  try {
    message = readTickMessage(body);
  } catch (error) {
    if (!isFailure(error, 'badRequest')) throw error;
  }
  if (!message || message.slots.length > MOST_TICKS) throw new WireRefusal('badRequest', 'the slots are not readable');
  return message;
};

/** Takes away slots of plants that fell silent: their days come when they are back. */
export const dropOldTicks = async (database: HubDatabase, plantIds: readonly number[], nowMs: number): Promise<void> => {
  const before = slotOf(nowMs) - KEPT_SLOTS;
  for (const plantId of plantIds)
    await database.inTurn(plantId, async (client) => {
      for (const industryId of (await oldestTicks(client, plantId)).keys()) await dropTicks(client, plantId, industryId, before);
    });
};
