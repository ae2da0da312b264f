import type { HelloAnswer } from '../../../contract/hub/exchange.ts';
import { isFailure, messageOf } from '../../../core/fail.ts';
import { HubRefusal } from '../hubClient.ts';
import type { MadeBundle, WantedDay } from '../model.ts';
import { putAside } from '../restored/goneSeries.ts';
import { takeBack } from '../restored/takeBack.ts';
import { type ComparedDays, compareDays } from './compareDays.ts';
import type { RoundParts } from './roundParts.ts';
import { sendBundle } from './upload.ts';

type Need = HelloAnswer['needs']['industries'][number];
type Limits = HelloAnswer['limits'];

/** Days of which one bundle is planned; as many of them go into it as it holds. */
const DAYS_AT_ONCE = 40;
const MOST_BUNDLE_BYTES = 16 * 1_048_576;

/** @param of a series, or an industry of which the whole day is meant. */
const itemOf = (of: string, day: number): string => `${of} ${day}`;

/** What of a day is to be sent; undefined for nothing. */
const wantedOf = async (
  { knowsRestored, store, clock }: RoundParts,
  { industry, compared, resting }: { industry: string; compared: ComparedDays; resting: ReadonlySet<string> },
  [day, hubHash]: readonly [number, string | null],
): Promise<WantedDay | undefined> => {
  const without = [...resting].filter((item) => item.endsWith(` ${day}`)).map((item) => item.slice(0, -` ${day}`.length));
  if (hubHash === null) return { industry, day, uids: null, without };
  const { send, ahead } = await compared.plan(day);
  if (!knowsRestored) for (const uid of ahead) store.refuse(itemOf(uid, day), 'hubAhead', clock.now());
  return send.length === 0 ? undefined : { industry, day, uids: send.map(({ uid }) => uid), without };
};

/** Days that are not equal, after what came back from the hub. */
const comparedDays = async (parts: RoundParts, need: Need): Promise<ComparedDays> => {
  if (parts.setsAside) await putAside(parts, need.id);
  const compared = await compareDays(parts, need);
  if (parts.knowsRestored) return (await takeBack(parts, need.id, compared)) ? compareDays(parts, need) : compared;
  // days of the time before a restore: a person has to see them, nothing of them is to be sent
  for (const day of compared.other)
    if (!compared.isHere(day)) parts.store.refuse(itemOf(need.id, day), 'hubAhead', parts.clock.now());
  return compared;
};

/** Sends the bundle that waits, and notes what the hub refused of it. @returns days of single series that it took. */
const sendWaiting = async (parts: RoundParts, { maxChunkBytes }: Limits): Promise<number> => {
  const { client, outgoing, store, clock, signal } = parts;
  const { waiting } = outgoing;
  if (!waiting) return 0;
  const { accepted, refused } = await sendBundle(client, waiting, maxChunkBytes, signal);
  for (const { uid, day, item, code } of refused)
    store.refuse(uid !== undefined && day !== undefined ? itemOf(uid, day) : `item ${item}`, code, clock.now());
  for (const item of waiting.damaged) store.refuse(item, 'ownStoreDamaged', clock.now());
  outgoing.drop();
  return accepted;
};

/**
 * Sends on a bundle of an earlier round. One that cannot be taken in any more, because this disk gives it back damaged or not at all, or because it was
 * signed before a restore or by a key that is not taken now, is left: what it held is made anew with all else that the hub lacks.
 */
export const sendLeftOver = async (parts: RoundParts, limits: Limits): Promise<number> => {
  try {
    return await sendWaiting(parts, limits);
  } catch (error) {
    const isRefused = error instanceof HubRefusal && (error.body.code === 'damagedBundle' || error.body.code === 'epochOld');
    if (!isRefused && !isFailure(error, 'server')) throw error;
    parts.log.warn({ reason: messageOf(error) }, 'a bundle of an earlier round cannot be taken in: it is made anew');
    parts.outgoing.drop();
    return 0;
  }
};

const make = async (parts: RoundParts, days: WantedDay[], { maxBundleBytes }: Limits): Promise<MadeBundle> => {
  const { ask, outgoing, statement, hub, program, schema, clock, signal } = parts;
  const made = await ask(
    'bundle',
    {
      ...{ folder: outgoing.folder, name: `${statement().seq}.hwb`, days, share: hub.share, stick: null, program, schema },
      ...{ statement: statement().signed, statementSeq: statement().seq },
      mostBytes: Math.min(MOST_BUNDLE_BYTES, Math.floor(maxBundleBytes / 2)),
      nowMs: clock.now(),
    },
    signal,
  );
  outgoing.keep(made);
  return made;
};

/** Sends what the hub lacks of an industry's closed days, the newest first. @returns days of single series that it took. */
export const sendDays = async (parts: RoundParts, need: Need, limits: Limits): Promise<number> => {
  const { store, clock } = parts;
  const nowMs = clock.now();
  const resting = store.resting(nowMs);
  const compared = await comparedDays(parts, need);
  const queue = [...compared.unequal];
  const wanted: WantedDay[] = [];
  let sent = 0;
  while (queue.length > 0 || wanted.length > 0) {
    for (let next = queue[0]; next && wanted.length < DAYS_AT_ONCE; next = queue[0]) {
      const day = await wantedOf(parts, { industry: need.id, compared, resting }, next);
      if (day) wanted.push(day);
      queue.shift();
    }
    if (wanted.length === 0) break;
    const { taken, blocks, damaged } = await make(parts, wanted, limits);
    wanted.splice(0, Math.max(1, taken));
    if (blocks === 0) {
      for (const item of damaged) store.refuse(item, 'ownStoreDamaged', nowMs);
      parts.outgoing.drop();
      continue;
    }
    sent += await sendWaiting(parts, limits);
  }
  return sent;
};
