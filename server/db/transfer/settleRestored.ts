import Database from 'better-sqlite3';
import { damagedRows } from '../compareRows.ts';
import { RowChecks } from '../rowChecks.ts';

type Restored = {
  isCopy: boolean;
  /** A person put it in place: tokens of wall displays end too, for they may have been revoked since the backup was made. */
  byHand: boolean;
  /** It came whole out of a backup: a row that was not what its checksum says when the backup was made stays found. Without it all get new ones. */
  keepsChecks?: boolean;
  /** It was taken out of a damaged one: rows that are not what their checksums say stay found, the others get new ones. */
  keepsFound?: boolean;
  /** Nothing is to be written to devices until somebody allows it. */
  isReadOnly?: boolean;
  nowMs: number;
};

const hasTable = (sqlite: Database.Database, name: string): boolean =>
  sqlite.prepare("select 1 from sqlite_schema where type = 'table' and name = ?").get(name) !== undefined;

/**
 * What must not live on in a restored database: sessions, and messages that were still to be sent. A copy for testing also asks no device
 * and writes to none.
 */
export const settleRestored = (
  path: string,
  { isCopy, byHand, keepsChecks = false, keepsFound = false, isReadOnly = isCopy, nowMs }: Restored,
): void => {
  const sqlite = new Database(path);
  try {
    sqlite.pragma('journal_mode=wal');
    const checks =
      keepsChecks && hasTable(sqlite, 'row_checksum') && hasTable(sqlite, 'entry') ? new RowChecks(sqlite) : undefined;
    const damaged = keepsFound ? damagedRows(sqlite).filter(({ reason }) => reason === 'checksum') : [];
    sqlite.transaction(() => {
      sqlite
        .prepare("update session set status = 'INACTIVE', ended_at = ?, ended_by = 'restore' where status = 'active'")
        .run(nowMs);
      sqlite
        .prepare(
          `update delivery set state = 'expired', settled_at = ?, error = case attempts when 0 then 'restored' else error end
           where state = 'queued'`,
        )
        .run(nowMs);
      if (byHand && hasTable(sqlite, 'wall'))
        sqlite.prepare('update wall set revoked_at = ? where revoked_at is null').run(nowMs);
      // hashes of whole days are worked out again in the background, and so is what of open days has no checksum
      sqlite.exec(
        `delete from integrity_step where name = 'days sealed'; update day_node set hash = null;
         insert into day_node (industry_id, day, hash)
           select distinct s.industry_id, d.day, null from reading_day d join series s on s.id = d.series_id where true
           on conflict (industry_id, day) do nothing`,
      );
      if (isCopy) separate(sqlite);
      if (isReadOnly) sqlite.exec("insert or replace into plc_site (name, value) values ('readOnly', 'on')");
      if (checks?.isSealed) checks.settle(nowMs);
      // they are given anew when the database is opened
      else sqlite.exec('delete from row_checksum');
    })();
    if (damaged.length > 0) new RowChecks(sqlite).sealAll(nowMs, damaged);
  } finally {
    sqlite.close();
  }
};

/** A plant of its own: it asks no device, and no hub knows it. */
const separate = (sqlite: Database.Database): void => {
  if (hasTable(sqlite, 'sync_hub'))
    sqlite.exec('delete from sync_hub; delete from sync_statement; delete from sync_document; delete from sync_refusal');
  for (const table of ['sync_held_day', 'sync_gone_day']) if (hasTable(sqlite, table)) sqlite.exec(`delete from ${table}`);
  sqlite.exec('update connection set enabled = 0');
};

/** Whether a plant's database forbids writing to devices; of one that cannot be read nobody knows, and it is not said. */
export const forbidsWriting = (path: string): boolean => {
  let sqlite: Database.Database | undefined;
  try {
    sqlite = new Database(path, { readonly: true, fileMustExist: true });
    return sqlite.prepare("select value from plc_site where name = 'readOnly'").pluck().get() !== 'off';
  } catch (error) {
    if (error instanceof Database.SqliteError) return false;
    throw error;
  } finally {
    sqlite?.close();
  }
};
