import Database from 'better-sqlite3';

/**
 * What must not live on in a restored database: sessions, and messages that were still to be sent. A copy for testing also asks no device
 * and writes to none.
 */
export const settleRestored = (path: string, { isCopy, nowMs }: { isCopy: boolean; nowMs: number }): void => {
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
      // checksums are given anew when the database is opened, and days are sealed again in the background
      sqlite.exec(
        "delete from row_checksum; delete from integrity_step where name = 'days sealed'; update day_node set hash = null",
      );
      if (!isCopy) return;
      sqlite.exec('update connection set enabled = 0');
      sqlite.exec("insert or replace into plc_site (name, value) values ('readOnly', 'on')");
    })();
  } finally {
    sqlite.close();
  }
};
