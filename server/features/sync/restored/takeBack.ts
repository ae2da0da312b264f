import type { CarriedDay } from '../../../bundle/dayItems.ts';
import type { Statement } from '../../../contract/hub/statement.ts';
import { unpack } from '../../../core/bytes/packing.ts';
import { totalOf } from '../../../core/counters/aggregate.ts';
import { isFailure } from '../../../core/fail.ts';
import { dateOfDay } from '../../../core/shift.ts';
import type { AdoptedDay } from '../../../historian/index.ts';
import type { ComparedDays } from '../round/compareDays.ts';
import type { RoundParts } from '../round/roundParts.ts';
import { namedGone } from './goneSeries.ts';
import type { OwnSeries, UnequalDay } from './heldDayStore.ts';
import { fetchDay, hashOfDay, unequalSlots } from './hubDay.ts';
import { daysSignedIn, signedBefore } from './signedBefore.ts';

const ADOPTED_AT_ONCE = 100;

type Day = {
  industry: string;
  day: number;
  /** The plant itself had signed it. */
  isSigned: boolean;
  /** In an epoch before this one: the plant has been restored since. */
  isBeforeRestore: boolean;
};
type Found = { adopted: AdoptedDay[]; held: UnequalDay[]; unknown: CarriedDay[] };

/** What the hub has, with the total of its slots. */
const blockOf = ({ total, block }: CarriedDay, { kind }: OwnSeries) => {
  if (!block) return undefined;
  const content = unpack(block.packed, block.firstSlot, block.slots);
  const { counterOpen, counterClose } = total;
  return { block, content, total: { ...totalOf(content, kind, block.slots), counterOpen, counterClose } };
};

/** Of each series: taken where the plant has nothing, or the same; for a person to decide where it has something else. */
const sort = (parts: RoundParts, of: Day, carried: readonly CarriedDay[], series: ReadonlyMap<string, OwnSeries>): Found => {
  const { held } = parts.restored;
  const found: Found = { adopted: [], held: [], unknown: [] };
  const { industry: industryId, day, isSigned, isBeforeRestore } = of;
  for (const one of carried) {
    const { revision } = one;
    const known = series.get(one.uid);
    const has = known && blockOf(one, known);
    if (!known) found.unknown.push(one);
    if (!known || !has) continue;
    const own = held.own(known.id, day);
    const isSame = own !== undefined && Buffer.compare(own.block.hash, has.block.hash) === 0;
    if (own && (revision < own.revision || (revision === own.revision && isSame))) continue;
    const { block, total } = has;
    const taken = { seriesId: known.id, industryId, day, revision, block };
    if (own ? isSame : isSigned && isBeforeRestore) found.adopted.push({ ...taken, total: own?.total ?? total });
    else
      found.held.push({
        ...{ ...taken, total, isSigned, ownRevision: own?.revision ?? 0 },
        unequalSlots: unequalSlots(own, has.content),
      });
  }
  return found;
};

const keep = async ({ restored, hub }: RoundParts, { industry, day }: Day, { adopted, held }: Found): Promise<void> => {
  for (let at = 0; at < adopted.length; at += ADOPTED_AT_ONCE) {
    const isLast = at + ADOPTED_AT_ONCE >= adopted.length;
    await restored.adopt(adopted.slice(at, at + ADOPTED_AT_ONCE), (tx) => {
      for (const { seriesId } of adopted) restored.held.drop(tx, seriesId, day);
      if (!isLast) return;
      const after = { series: adopted.length, hub: hub.name };
      const what = { kind: 'sync.dayBack', industryId: industry, userId: null, outcome: 'done' } as const;
      restored.audit.append(tx, { ...what, subject: dateOfDay(day), after });
    });
  }
  if (held.length > 0) restored.held.note(held);
};

const hexOf = (hash: Uint8Array): string => Buffer.from(hash).toString('hex');

/** Whether everything that the hub has otherwise is known already, and waits for a person. */
const isWaiting = async (parts: RoundParts, industry: string, day: number, compared: ComparedDays): Promise<boolean> => {
  const { held, gone, store, clock } = { ...parts.restored, ...parts };
  const waiting = new Map(held.on(industry, day).map((one) => [one.seriesId, one]));
  const unknown = new Map(gone.on(industry, day).map((one) => [one.uid, one]));
  if (!compared.isHere(day) && waiting.size + unknown.size === 0) return false;
  const series = held.series(industry);
  const resting = store.resting(clock.now());
  return (await compared.aheadOf(day)).every(({ uid, revision, prefix, ownRevision }) => {
    const its = series.get(uid);
    const left = its ? undefined : unknown.get(uid);
    if (left) return left.revision === revision && hexOf(left.hash).startsWith(prefix);
    const known = waiting.get(its?.id ?? -1);
    if (!known) return resting.has(`${uid} ${day}`);
    return known.revision === revision && known.ownRevision === ownRevision && hexOf(known.block.hash).startsWith(prefix);
  });
};

/**
 * Looks at what the hub has otherwise than the plant, as after a restore: what the plant has nothing of comes back where it had signed it itself, all
 * else is kept beside the plant's own until a person decides.
 * @returns whether something of the plant was changed.
 */
export const takeBack = async (parts: RoundParts, industry: string, compared: ComparedDays): Promise<boolean> => {
  const { restored, store, epoch, clock, log } = parts;
  const hashes = new Map(compared.days);
  let stated: Promise<Statement | undefined> | undefined;
  let isChanged = false;
  for (const day of compared.other) {
    if (await isWaiting(parts, industry, day, compared)) continue;
    stated ??= signedBefore(parts);
    const signed = await stated;
    try {
      const carried = await fetchDay(parts, industry, day);
      const isSigned =
        signed !== undefined && hashOfDay(day, carried) === hashes.get(day) && daysSignedIn(signed, industry, compared).has(day);
      const of = { industry, day, isSigned, isBeforeRestore: signed !== undefined && signed.epoch < epoch };
      const found = sort(parts, of, carried, restored.held.series(industry));
      await keep(parts, of, found);
      if (parts.setsAside) restored.gone.note(industry, day, await namedGone(parts, of, found.unknown));
      else for (const { uid } of found.unknown) store.refuse(`${uid} ${day}`, 'hubAhead', clock.now());
      isChanged ||= found.adopted.length > 0;
    } catch (error) {
      if (!isFailure(error, 'badRequest') && !isFailure(error, 'conflict')) throw error;
      log.warn({ err: error, industry, day }, 'a day of the hub cannot be taken back now');
      store.refuse(`${industry} ${day}`, 'hubAhead', clock.now());
    }
  }
  restored.held.keepOnly(industry, compared.other);
  restored.gone.keepOnly(industry, compared.other);
  return isChanged;
};
