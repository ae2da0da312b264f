import { entryHash, NO_HASH } from '../../core/bytes/entryHash.ts';
import { messageOf } from '../../core/fail.ts';
import { dateOfDay } from '../../core/shift.ts';
import { SLOT_MS } from '../../core/slots.ts';
import { compareRows } from '../../db/compareRows.ts';
import type { Sqlite } from '../../db/open.ts';
import { checkedTables, SCHEMA_NAME, streamNames } from '../../db/rowChecks.ts';
import { checkReadings, type ReadingDamage } from '../../historian/index.ts';
import { auditWalk } from '../audit/index.ts';
import type { DamageFinding, Heads, SelfTestResult } from './model.ts';

const MOST_FINDINGS = 1000;
const MOST_FAULTS = 100;

type Add = (finding: DamageFinding) => void;
type Entry = { seq: number; at: number; body: string; hash: Buffer };

/**
 * Everything that the database holds against its hashes and checksums, in one snapshot; seconds on a year of 1,000 series, so not in
 * the process that polls.
 * @param heads ends of the streams as they were noted outside the database.
 */
export const selfTest = (sqlite: Sqlite, heads: Heads, monotonicMs: () => number): SelfTestResult => {
  const startedMs = monotonicMs();
  const result: SelfTestResult = {
    ...{ ok: true, findings: [], found: 0, days: 0, totals: 0, openSlots: 0, rows: 0, entries: 0, auditRows: 0 },
    durationMs: 0,
  };
  const add: Add = (finding) => {
    result.ok = false;
    result.found += 1;
    if (result.findings.length < MOST_FINDINGS) result.findings.push(finding);
  };
  const part = (name: string, work: () => void): void => {
    try {
      work();
    } catch (error) {
      add({ part: 'database', name, date: null, reason: messageOf(error) });
    }
  };
  sqlite.transaction(() => {
    part('structure', () => checkStructure(sqlite, add));
    part('rows', () => {
      result.rows = checkRows(sqlite, add);
    });
    part('readings', () => {
      const namedOf = seriesNames(sqlite);
      Object.assign(
        result,
        checkReadings(sqlite, (damage) => add(findingOf(damage, namedOf))),
      );
    });
    for (const name of streamNames) part(name, () => (result.entries += checkStream(sqlite, name, heads[name], add)));
    part('audit', () => {
      result.auditRows = checkAudit(sqlite, heads.audit, add);
    });
  })();
  result.durationMs = Math.round(monotonicMs() - startedMs);
  return result;
};

/** SQLite's own check finds what is wrong with its pages and indexes. */
const checkStructure = (sqlite: Sqlite, add: Add): void => {
  const lines = sqlite.prepare(`pragma integrity_check(${MOST_FAULTS})`).pluck().all() as string[];
  for (const line of lines) if (line !== 'ok') add({ part: 'database', name: 'structure', date: null, reason: line });
};

const checkRows = (sqlite: Sqlite, add: Add): number => {
  const count = compareRows(sqlite, ({ name, key, reason }) => add({ part: 'row', name: `${name} ${key}`, date: null, reason }));
  findForeignNames(sqlite, new Set([SCHEMA_NAME, ...checkedTables(sqlite).map(({ name }) => name)]), add);
  return count;
};

/** Checksums of tables that there are not: their name was damaged. */
const findForeignNames = (sqlite: Sqlite, names: ReadonlySet<string>, add: Add): void => {
  const found = sqlite.prepare('select distinct name from row_checksum').pluck().all() as string[];
  for (const name of found) if (!names.has(name)) add({ part: 'row', name, date: null, reason: 'extra' });
};

const seriesNames = (sqlite: Sqlite): Map<number, string> =>
  new Map(
    (sqlite.prepare('select id, unit_id, param from series').raw(true).all() as [number, string, string][]).map(
      ([id, unit, param]) => [id, `${unit} ${param}`],
    ),
  );

const findingOf = (
  { part, seriesId, industryId, day, slot, reason }: ReadingDamage,
  names: Map<number, string>,
): DamageFinding => ({
  part,
  name: industryId ?? names.get(seriesId ?? -1) ?? `series ${seriesId}`,
  date: slot === undefined ? safeDate(day) : new Date(slot * SLOT_MS).toISOString(),
  reason,
});

/** A damaged day number may be none at all. */
const safeDate = (day: number | null): string | null => {
  if (day === null) return null;
  try {
    return dateOfDay(day);
  } catch {
    return String(day);
  }
};

const checkStream = (sqlite: Sqlite, name: string, head: Heads[string] | undefined, add: Add): number => {
  const rows = sqlite
    .prepare('select seq, at, body, hash from entry where stream = ? order by seq')
    .iterate(name) as IterableIterator<Entry>;
  const fault = (seq: number, reason: string): void => add({ part: 'stream', name: `${name} ${seq}`, date: null, reason });
  let last = { seq: 0, hash: NO_HASH as Buffer };
  let isHeadSeen = head === undefined || head.seq === 0;
  for (const { seq, at, body, hash } of rows) {
    if (seq !== last.seq + 1) fault(last.seq + 1, 'missing');
    else if (!entryHash(last.hash, seq, at, body).equals(hash)) fault(seq, 'hash');
    if (seq === head?.seq) {
      isHeadSeen = true;
      if (hash.toString('hex') !== head.hash) fault(seq, 'rewritten');
    }
    last = { seq, hash };
  }
  if (!isHeadSeen) fault(last.seq + 1, 'cut');
  return last.seq;
};

const checkAudit = (sqlite: Sqlite, head: Heads[string] | undefined, add: Add): number => {
  const { rows, firstBadId, hashAt } = auditWalk(sqlite, head?.seq);
  if (firstBadId !== null) add({ part: 'audit', name: `row ${firstBadId}`, date: null, reason: 'hash' });
  else if (head && head.seq > rows) add({ part: 'audit', name: `row ${rows + 1}`, date: null, reason: 'cut' });
  else if (head && head.seq > 0 && hashAt !== head.hash)
    add({ part: 'audit', name: `row ${head.seq}`, date: null, reason: 'rewritten' });
  return rows;
};

/**
 * Whether the streams still hold the ends that were noted outside the database; quick, for it asks for one row of each.
 * @returns of those that do not, what is wrong.
 */
export const changedStreams = (sqlite: Sqlite, noted: Heads): { stream: string; finding: DamageFinding }[] => {
  const auditAt = sqlite.prepare('select hash from audit where id = ?').pluck();
  const entryAt = sqlite.prepare('select hash from entry where stream = ? and seq = ?').pluck();
  return Object.entries(noted).flatMap(([stream, { seq, hash }]) => {
    if (seq === 0) return [];
    const found = stream === 'audit' ? auditAt.get(seq) : entryAt.get(stream, seq);
    const text = Buffer.isBuffer(found) ? found.toString('hex') : found;
    if (text === hash) return [];
    const part = stream === 'audit' ? 'audit' : 'stream';
    const name = stream === 'audit' ? `row ${seq}` : `${stream} ${seq}`;
    return [{ stream, finding: { part, name, date: null, reason: text === undefined ? 'cut' : 'rewritten' } }];
  });
};

/** Ends of all streams now. */
export const readHeads = (sqlite: Sqlite): Heads => {
  const heads: Heads = {};
  const audit = sqlite.prepare('select id seq, hash from audit order by id desc limit 1').get() as Heads[string] | undefined;
  if (audit) heads.audit = audit;
  const last = sqlite.prepare('select seq, hash from entry where stream = ? order by seq desc limit 1');
  for (const name of streamNames) {
    const found = last.get(name) as { seq: number; hash: Buffer } | undefined;
    if (found) heads[name] = { seq: found.seq, hash: found.hash.toString('hex') };
  }
  return heads;
};
