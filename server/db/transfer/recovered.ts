import type { Clock } from '../../core/clock.ts';
import { syncFile } from '../../core/files/durable.ts';
import { migrate } from '../migrate.ts';
import { openDatabase } from '../open.ts';
import { createRowPutting } from './rowPutting.ts';
import type { StoredDay } from './storedDays.ts';

/** A closed day with its hash and the checksum of its row, so that nothing has to be sealed later. */
export type RecoveredDay = Omit<StoredDay, 'hash'> & { hash: Uint8Array | null; checksum: number | null };
/** Version of a row as its hub knows it; content is SHA-256 of the body, empty once the row is gone. */
export type RecoveredDocument = { kind: string; id: string; version: number; content: string; hash: string };
export type RecoveredHub = {
  url: string;
  key: string;
  name: string;
  openingKey: string;
  certificate: string | null;
  share: string;
  nowMs: number;
};
export type RecoveredStatement = {
  seq: number;
  atMs: number;
  text: string;
  signature: string;
  receipt: string;
  receiptSignature: string;
};

/**
 * A plant's database made anew of what its hub has of it. It is built in one go and synced as a whole: nobody uses it before, and an
 * unfinished one is made again.
 */
export const openRecovered = (path: string, clock: Clock) => {
  const { sqlite } = openDatabase(path);
  migrate(sqlite, clock);
  sqlite.pragma('journal_mode=delete');
  sqlite.pragma('journal_mode=off');
  sqlite.pragma('synchronous=off');
  sqlite.pragma('cache_size=-64000');
  // people and other rows that were not shared may be pointed at
  sqlite.pragma('foreign_keys=off');
  const rows = createRowPutting(sqlite);
  const seriesIds = new Map<string, number>();
  const putDay = sqlite.prepare(
    'insert into reading_day (series_id, day, first_slot, slots, packed, revision, hash, checksum) values (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const putTotal = sqlite.prepare(
    `insert into day_total (series_id, day, revision, sum, min, max, avg, last, expected, complete, estimated, counter_open, counter_close)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const putEntry = sqlite.prepare('insert into entry (stream, seq, at, body, hash) values (?, ?, ?, ?, ?)');
  const putAudit = sqlite.prepare(`insert into audit values (${Array.from({ length: 14 }, () => '?').join(', ')})`);
  const putDocument = sqlite.prepare(
    'insert into sync_document (kind, id, version, content, hash) values (@kind, @id, @version, @content, @hash)',
  );
  sqlite.exec('begin');
  return {
    putRow: (kind: string, row: Record<string, unknown>): void => {
      rows.put(kind, row);
      if (kind === 'series') seriesIds.set(String(row.uid), Number(row.id));
    },
    noteDocument: (document: RecoveredDocument): void => void putDocument.run(document),
    seriesId: (uid: string): number | undefined => seriesIds.get(uid),
    seriesUids: (): string[] => [...seriesIds.keys()],
    putDay: (seriesId: number, one: RecoveredDay): void => {
      const { day, revision, sum, min, max, avg, last, expected, complete, estimated, counterOpen, counterClose } = one;
      putTotal.run(seriesId, day, revision, sum, min, max, avg, last, expected, complete, estimated, counterOpen, counterClose);
      if (one.packed) putDay.run(seriesId, day, one.firstSlot, one.slots, one.packed, revision, one.hash, one.checksum);
    },
    putEntry: (stream: string, { seq, at, body, hash }: { seq: number; at: number; body: string; hash: string }): void =>
      void putEntry.run(stream, seq, at, body, Buffer.from(hash, 'hex')),
    /** @param cells of the row in the order of its columns, with its hash. */
    putAudit: (cells: readonly unknown[]): void => void putAudit.run(...cells),
    putHub: ({ nowMs, ...hub }: RecoveredHub): void =>
      void sqlite
        .prepare(
          `insert into sync_hub (id, url, key, name, opening_key, certificate, secret, state, share, bytes_per_hour, paired_by, paired_at, failures)
           values (1, @url, @key, @name, @openingKey, @certificate, '', 'paired', @share, null, 'restore', @nowMs, 0)`,
        )
        .run({ ...hub, nowMs }),
    /** The last statement of the lost PC that the hub could prove. */
    putStatement: (statement: RecoveredStatement): void =>
      void sqlite
        .prepare('insert into sync_statement values (@seq, @atMs, @text, @signature, @receipt, @receiptSignature, 1)')
        .run(statement),
    /** A plant whose write points came from elsewhere writes to no device until a person says so. */
    lockWriting: (): void => void sqlite.exec("insert or replace into plc_site (name, value) values ('readOnly', 'on')"),
    finish: (): void => {
      sqlite.exec(
        `insert or ignore into day_node (industry_id, day)
           select distinct s.industry_id, d.day from reading_day d join series s on s.id = d.series_id;
         commit`,
      );
      sqlite.pragma('journal_mode=wal');
      sqlite.close();
      syncFile(path);
    },
    abandon: (): void => {
      if (sqlite.open) sqlite.close();
    },
  };
};
