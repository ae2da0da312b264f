import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import Database, { type Statement } from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Application } from '../application.ts';
import { readConfig } from '../config.ts';
import { systemClock } from '../core/clock.ts';
import { silent } from './httpRig.ts';
import { loginAt } from './policyRig.ts';
import { makeWholePlant } from './wholePlant.ts';

type Code = 'SQLITE_FULL' | 'SQLITE_IOERR_WRITE' | 'SQLITE_IOERR_FSYNC';
type Method = (this: Statement, ...values: unknown[]) => unknown;

const folder = mkdtempSync(join(tmpdir(), 'headworks-start-'));
const statement = Object.getPrototypeOf(new Database(':memory:').prepare('select 1')) as Record<'run' | 'all' | 'get', Method>;
const real = { run: statement.run, all: statement.all, get: statement.get };
let [countdown, struck, code]: [number, string, Code] = [0, '', 'SQLITE_FULL'];

/** What is left over from before, for each part that tidies up at its start. */
const leftovers = `
  insert or ignore into session (id, user_id, industry_id, login_type, device_id, base_url, platform, panel, status, created_at, refresh_hash, refresh_expires_at)
    select 'old', id, industry_id, 'DEFAULT', 'd', '', null, 0, 'active', 0, 'old', 1 from user limit 1;
  insert or ignore into audit_pending (id, entry) values ('left', '{"at":1,"industryId":null,"userId":null,"kind":"unit.change","outcome":"done","count":1,"ip":null,"requestId":null,"subject":"left","before":null,"after":null}');
`;

const start = async (): Promise<{ application: Application; url: string }> => {
  const application = new Application({
    config: readConfig(['--data', folder, '--port', '0', '--host', '127.0.0.1'], {}),
    clock: systemClock,
    log: silent,
    resources: resolve(import.meta.dirname, '../../resources'),
    panelFolder: folder,
    version: '0.0.0',
  });
  return { application, url: await application.start() };
};

beforeAll(async () => {
  await makeWholePlant(folder);
  for (const name of ['run', 'all', 'get'] as const) {
    const method = real[name];
    statement[name] = function (...values) {
      const isWriting = !this.readonly && !/^(begin|rollback|pragma)/i.test(this.source);
      if (isWriting && countdown > 0) {
        countdown -= 1;
        if (countdown === 0) {
          struck = this.source;
          if (code === 'SQLITE_FULL' && this.database.inTransaction) this.database.exec('rollback');
          throw new Database.SqliteError(code === 'SQLITE_FULL' ? 'database or disk is full' : 'disk I/O error', code);
        }
      }
      return method.apply(this, values);
    };
  }
});
afterAll(() => {
  Object.assign(statement, real);
  rmSync(folder, { recursive: true, force: true });
});

it.each<Code>(['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_FSYNC'])(
  '%s in any write of its start does not keep the server from serving, and nothing that waited is lost',
  async (fault) => {
    let failures = 0;
    for (let at = 1; ; at += 1) {
      const before = new Database(join(folder, 'headworks.db'));
      before.exec(leftovers);
      const entries = before.prepare("select count(*) from audit where subject = 'left'").pluck().get() as number;
      before.close();
      [code, countdown, struck] = [fault, at, ''];
      const { application, url } = await start();
      countdown = 0;
      try {
        expect((await loginAt(url, 'admin')).access_token, `write ${at}: ${struck}`).not.toBe('');
      } finally {
        await application.stop();
      }
      const after = new Database(join(folder, 'headworks.db'), { readonly: true });
      expect(after.prepare("select count(*) from audit where subject = 'left'").pluck().get(), struck).toBe(entries + 1);
      after.close();
      if (struck === '') break;
      failures += 1;
    }
    expect(failures).toBeGreaterThan(3);
  },
);
