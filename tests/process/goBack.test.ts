import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { copyBeforeUpgrade } from '../../server/backup/beforeUpgrade.ts';
import { systemClock } from '../../server/core/clock.ts';
import { migrations } from '../../server/db/migrate.ts';
import { openWriter } from '../../server/db/openWriter.ts';
import { silent } from '../../server/test/httpRig.ts';
import { askAt, bearer, loginAt } from '../../server/test/policyRig.ts';
import { makeWholePlant } from '../../server/test/wholePlant.ts';
import { startServer } from '../startServer.ts';

const newer = [
  ...migrations,
  { number: 9990, name: 'later', sql: "create table later (id integer) strict; update unit set name = 'later'" },
];

const newPlant = async (): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'go-back-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await makeWholePlant(folder);
  return folder;
};
const run = async (folder: string) => {
  const server = await startServer(['--data', folder, '--host', '127.0.0.1']);
  onTestFinished(async () => void (await server.stop()));
  const { access_token: token } = await loginAt(server.url, 'admin');
  // biome-ignore lint/suspicious/noExplicitAny: bodies are looked into freely
  const ask = async (path: string): Promise<any> =>
    (await askAt(server.url, `/api/plant${path}`, { method: 'GET', headers: bearer(token) })).body;
  return { server, ask };
};
const namesOf = ({ units }: { units: { name: string }[] }): string[] => units.map(({ name }) => name);

it('a plant goes back to the version of before by the command that its start names', async () => {
  const folder = await newPlant();
  const before = await run(folder);
  const names = namesOf(await before.ask('/units'));
  expect(await before.server.stop()).toBe(0);

  // what a newer version does at its start
  await copyBeforeUpgrade({
    dataFolder: folder,
    nowMs: systemClock.now(),
    log: silent,
    turn: () => Promise.resolve(),
    steps: newer,
  });
  openWriter(join(folder, 'headworks.db'), systemClock, undefined, newer).writer.close();

  const refused = await run(folder).then(String, String);
  expect(refused).toContain('the server ended with 78: headworks: database');
  const [, copy, data] = /npm run restore -- '([^']+)' --data '([^']+)' --as replacement$/m.exec(refused) ?? [];
  expect(data).toBe(folder);
  const command = [resolve('server/commands/restore.ts'), String(copy), '--data', folder, '--as', 'replacement'];
  const { status, stdout } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({
    status: 0,
    stdout: expect.stringContaining('put back the database as it was before the upgrade of'),
  });

  const after = await run(folder);
  expect(namesOf(await after.ask('/units'))).toEqual(names);
  expect((await after.ask('/audit/verify')).ok).toBe(true);
  expect((await after.ask('/audit?kind=backup.restored')).rows).toMatchObject([{ after: { as: 'replacement' } }]);
  // what the newer version had is not thrown away
  const [kept = ''] = readdirSync(folder).filter((name) => name.startsWith('before-restore-'));
  const sqlite = new Database(join(folder, kept, 'headworks.db'), { readonly: true });
  expect(sqlite.prepare("select count(*) from unit where name <> 'later'").pluck().get()).toBe(0);
  sqlite.close();
});

it('a start over the database of an older version keeps it as it was, and says where', async () => {
  const folder = await newPlant();
  const sqlite = new Database(join(folder, 'headworks.db'));
  // the last step as if it had never been taken
  sqlite.exec(
    `drop index alarm_end; delete from migration where number = ${migrations.at(-1)?.number}; delete from row_checksum`,
  );
  sqlite.close();
  const { server, ask } = await run(folder);
  expect(namesOf(await ask('/units')).length).toBeGreaterThan(0);
  const [copy = '', ...others] = readdirSync(join(folder, 'before-upgrade'));
  expect(others).toEqual([]);
  expect(server.output()).toContain(copy);
  const kept = new Database(join(folder, 'before-upgrade', copy), { readonly: true });
  expect(kept.prepare('select max(number) from migration').pluck().get()).toBe(migrations.at(-2)?.number);
  kept.close();
});
