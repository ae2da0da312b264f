import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, vi } from 'vitest';
import { ManualClock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { migrate } from '../db/migrate.ts';
import { type DatabaseConnection, openDatabase } from '../db/open.ts';
import { Writer } from '../db/writer.ts';
import type { AuditEntry } from '../features/audit/model.ts';
import { AuditService } from '../features/audit/service.ts';
import { AuditStore } from '../features/audit/store.ts';
import { silent } from './httpRig.ts';

export const START_MS = Date.parse('2026-11-10T03:30:00Z');

let folder: string;

export let clock: ManualClock;

export let writer: DatabaseConnection;

export let reader: DatabaseConnection;

export let audit: AuditService;

export const open = (log: Log = silent, gatherMs = 5000): void => {
  writer = openDatabase(join(folder, 'headworks.db'));
  migrate(writer.sqlite, clock);
  reader = openDatabase(join(folder, 'headworks.db'), { readonly: true });
  audit = new AuditService({ store: new AuditStore(new Writer(writer.sqlite), reader.sqlite), clock, log, gatherMs });
};

export const close = async (): Promise<void> => {
  await audit.stop();
  reader.sqlite.close();
  writer.sqlite.close();
};

export const entry = (fields: Partial<AuditEntry> = {}): AuditEntry => ({
  kind: 'unit.change',
  industryId: 'DEMO',
  userId: 'u1',
  outcome: 'done',
  ...fields,
});

export const append = (one: AuditEntry): void => new Writer(writer.sqlite).run((tx) => audit.append(tx, one));

export const rows = () => audit.list({}, undefined, 500).reverse();

export const eachFresh = (): void => {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'headworks-audit-'));
    clock = new ManualClock(START_MS);
    open();
  });
  afterEach(async () => {
    vi.useRealTimers();
    await close();
    rmSync(folder, { recursive: true, force: true });
  });
};
