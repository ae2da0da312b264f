import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { Application } from '../application.ts';
import { readConfig } from '../config.ts';
import { systemClock } from '../core/clock.ts';
import { silent } from './httpRig.ts';
import { askAt, bearer, loginAt } from './policyRig.ts';
import { makeWholePlant } from './wholePlant.ts';

let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'headworks-set-up-'));
  const made = folder;
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  await makeWholePlant(folder);
});

/** As a fault of the disk does it: no checksum follows. */
const change = (sql: string): void => {
  const sqlite = new Database(join(folder, 'headworks.db'));
  sqlite.exec(sql);
  sqlite.close();
};

const application = (): Application =>
  new Application({
    config: readConfig(['--data', folder, '--port', '0', '--host', '127.0.0.1'], {}),
    clock: systemClock,
    log: silent,
    resources: resolve(import.meta.dirname, '../../resources'),
    panelFolder: folder,
    version: '0.0.0',
  });

it('a damaged row of what the plant is set up of is said from the start on, until it was written anew', async () => {
  change("update unit set name = name || 'x' where id = 'demo-flow'");
  const running = application();
  const url = await running.start();
  onTestFinished(() => running.stop());
  const headers = bearer((await loginAt(url, 'admin')).access_token);
  const health = async () => (await askAt(url, '/api/plant/health')).body as { storage: { findings: string[] } };
  const storage = async () => (await askAt(url, '/api/plant/storage', { headers })).body as { damage: object[] };
  expect((await health()).storage.findings).toContain('damaged');
  expect((await storage()).damage).toEqual([{ part: 'row', name: 'unit ["demo-flow"]', date: null, reason: 'checksum' }]);
  const { body } = await askAt(url, '/api/plant/units/demo-flow', { headers });
  const { id, industryId, categoryId, series, feeds, createdAt, ...spec } = body as Record<string, unknown>;
  const saved = await askAt(url, '/api/plant/units/demo-flow', { method: 'PUT', headers, body: { ...spec, name: 'Flow' } });
  expect(saved.status).toBe(200);
  expect((await storage()).damage).toEqual([]);
  expect((await health()).storage.findings).not.toContain('damaged');
});

it('a start that cannot read such a row names it', async () => {
  change("update connection set settings = replace(settings, ':', ';')");
  const sqlite = new Database(join(folder, 'headworks.db'), { readonly: true });
  const [id] = sqlite.prepare('select id from connection order by id').pluck().all();
  sqlite.close();
  await expect(application().start()).rejects.toThrow(
    `database ${join(folder, 'headworks.db')} is damaged: row ["${String(id)}"] of its table connection is not what was stored`,
  );
});
