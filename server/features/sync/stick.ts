import { hash } from 'node:crypto';
import { basename } from 'node:path';
import { type Receipt, receipt, type Statement, type StreamName } from '../../contract/hub/statement.ts';
import { Failure, isFailure } from '../../core/fail.ts';
import { dateOfDay } from '../../core/shift.ts';
import { monthOfDay } from '../../historian/index.ts';
import type { MadeBundle, WantedDay } from './model.ts';
import { documentTables } from './read/documentTables.ts';
import { lastInCommon } from './round/commonEntries.ts';
import { readStatement } from './round/proof.ts';
import type { RoundOrder } from './round/roundParts.ts';
import { statePlant } from './round/statePlant.ts';
import type { StatementRow, SyncStore } from './syncStore.ts';

type Period = { folder: string; from?: string | undefined; to?: string | undefined };

const MOST_BYTES = 48 * 1_048_576;

type Answered = { stated: Statement; had: Receipt };

/** What was stated, and what the hub had of it. */
const answered = (row: StatementRow | undefined): Answered | undefined =>
  row?.receipt ? { stated: readStatement(row.text), had: receipt.parse(JSON.parse(row.receipt.text)) } : undefined;

/**
 * Whether the hub said last that it has fewer days of an industry than it had when both were equal, and the plant closed since: it was put back. The
 * plant itself may count more than the hub always, because of old days it has the totals alone.
 */
const isLacking = (store: SyncStore, industry: string): boolean => {
  const [equal, newest] = [answered(store.lastEqual()), answered(store.lastAnswered())];
  if (!equal || !newest) return false;
  const blocksOf = (of: Statement | Receipt): number => of.industries.find(({ id }) => id === industry)?.blocks ?? 0;
  return blocksOf(newest.had) < blocksOf(equal.had) + blocksOf(newest.stated) - blocksOf(equal.stated);
};

/** Up to where the hub has a stream, by its newest receipt. */
const endAtHub = async (order: RoundOrder, name: StreamName): Promise<number> => {
  const newest = answered(order.store.lastAnswered());
  return newest?.had.streams.some((end) => end.name === name) ? lastInCommon(order, name) : 0;
};

/** Days in months that have changed since the hub last had the same, and all days where it has fewer since; all of a period where one is given. */
const wantedDays = async ({ ask, store, hub, signal }: RoundOrder, { from, to }: Period): Promise<WantedDay[]> => {
  const equal = store.lastEqual();
  const known = new Map((equal ? readStatement(equal.text).industries : []).map((each) => [each.id, each]));
  const wanted: WantedDay[] = [];
  for (const industry of hub.share.industries) {
    const months = new Map(await ask('months', { industry }, signal));
    const before = isLacking(store, industry) ? undefined : known.get(industry);
    const same = new Map(before?.months);
    const oldest = before?.months[0]?.[0] ?? 0;
    const isDue = (month: number): boolean => !before || (month >= oldest && same.get(month) !== months.get(month));
    for (const [day] of await ask('days', { industry, months: null }, signal)) {
      const date = dateOfDay(day);
      const isAsked =
        from !== undefined || to !== undefined ? date >= (from ?? date) && date <= (to ?? date) : isDue(monthOfDay(day));
      if (isAsked) wanted.push({ industry, day, uids: null, without: [] });
    }
  }
  return wanted.sort((a, b) => b.day - a.day);
};

/** A folder answers within this time, or is taken for one that hangs. */
const ANSWER_MS = 10_000;

/** Looked at by a job process, which can be killed: a share whose server is gone would hold up the server. */
const folderOnly = async ({ ask, signal }: Pick<RoundOrder, 'ask' | 'signal'>, folder: string): Promise<void> => {
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(new Failure('unavailable', `${folder} does not answer: is its network or disk there?`)),
    ANSWER_MS,
  );
  try {
    if (!(await ask('folder', { folder }, AbortSignal.any([signal, late.signal]))))
      throw new Failure('badRequest', `${folder} is not there: is the stick connected?`);
  } finally {
    clearTimeout(timer);
  }
};

const named = (folder: string, error: unknown): Failure => {
  if (isFailure(error, 'storageFull'))
    return new Failure('storageFull', `${folder} is full: nothing was left on it`, { cause: error });
  if (isFailure(error) && error.code !== 'server') return error;
  return new Failure('unavailable', `${folder} cannot be written: was the stick pulled out?`, { cause: error });
};

/**
 * Writes what the hub lacks to a folder: bundles sealed for the hub, each with the signed statement, and all documents and later
 * entries in the first. Each is read back before it counts.
 */
export const writeStick = async (
  order: RoundOrder,
  period: Period,
): Promise<{ files: { name: string; bytes: number }[]; days: number }> => {
  const { ask, hub, program, site, signal } = order;
  await folderOnly(order, period.folder);
  const { signed, seq, facts, nowMs } = await statePlant(order);
  const ends: [StreamName, number][] = [];
  for (const { name } of facts.streams) ends.push([name, await endAtHub(order, name)]);
  let days = await wantedDays(order, period);
  const files: MadeBundle[] = [];
  do {
    const isFirst = files.length === 0;
    const question = {
      ...{ folder: period.folder, statement: signed, statementSeq: seq, days, mostBytes: MOST_BYTES, program },
      ...{ schema: facts.schema, nowMs, share: hub.share },
      name: `headworks-${site.slice(0, 8)}-${seq}-${files.length + 1}.hwb`,
      stick: {
        hub: { id: hash('sha256', Buffer.from(hub.key, 'base64url')), openingKey: hub.openingKey },
        versions: isFirst ? versionsOf(order) : [],
        after: isFirst ? ends : [],
      },
    };
    const file = await ask('bundle', question, signal).catch((error: unknown) => {
      throw named(period.folder, error);
    });
    files.push(file);
    days = days.slice(Math.max(1, file.taken));
  } while (days.length > 0);
  return {
    files: files.map(({ path, bytes }) => ({ name: basename(path), bytes })),
    days: files.reduce((sum, { blocks }) => sum + blocks, 0),
  };
};

const versionsOf = ({ store }: RoundOrder): [string, string, number][] =>
  documentTables.flatMap(({ name }) =>
    store.documents(name).map(({ kind, id, version }): [string, string, number] => [kind, id, version]),
  );
