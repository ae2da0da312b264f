import Database from 'better-sqlite3';

type Restored = {
  isCopy: boolean;
  /** A person put it in place: tokens of wall displays end too, for they may have been revoked since the backup was made. */
  byHand: boolean;
  nowMs: number;
};

const hasTable = (sqlite: Database.Database, name: string): boolean =>
  sqlite.prepare("select 1 from sqlite_schema where type = 'table' and name = ?").get(name) !== undefined;

/**
 * What must not live on in a restored database: sessions, and messages that were still to be sent. A copy for testing also asks no device
 * and writes to none.
 */
export const settleRestored = (path: string, { isCopy, byHand, nowMs }: Restored): void => {
  const sqlite = new Database(path);
  try {
    sqlite.pragma('journal_mode=wal');
    sqlite.transaction(() => {
      sqlite
        .prepare("update session set status = 'INACTIVE', ended_at = ?, ended_by = 'restore' where status = 'active'")
        .run(nowMs);
      sqlite
        .prepare("update delivery set state = 'expired', settled_at = ?, error = 'restored' where state = 'queued'")
        .run(nowMs);
      if (byHand && hasTable(sqlite, 'wall'))
        sqlite.prepare('update wall set revoked_at = ? where revoked_at is null').run(nowMs);
      // checksums are given anew when the database is opened, and days are sealed again in the background
      sqlite.exec(
        "delete from row_checksum; delete from integrity_step where name = 'days sealed'; update day_node set hash = null",
      );
      if (!isCopy) return;
      // a plant of its own: no hub knows it
      if (hasTable(sqlite, 'sync_hub'))
        sqlite.exec('delete from sync_hub; delete from sync_statement; delete from sync_document; delete from sync_refusal');
      sqlite.exec('update connection set enabled = 0');
      sqlite.exec("insert or replace into plc_site (name, value) values ('readOnly', 'on')");
    })();
  } finally {
    sqlite.close();
  }
};
