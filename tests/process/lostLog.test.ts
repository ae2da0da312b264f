import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { askAt, bearer, loginAt } from '../../server/test/policyRig.ts';
import { WholeServer } from '../wholeServer.ts';

const server = new WholeServer();
afterAll(() => server.stop());

type Seen = { damage: object[]; entries: number };
const seenAt = async (url: string): Promise<Seen> => {
  const headers = bearer((await loginAt(url, 'admin')).access_token);
  const storage = await askAt(url, '/api/plant/storage', { headers });
  const audit = await askAt(url, '/api/plant/audit?kind=database.logLost', { headers });
  return {
    damage: (storage.body as { damage: object[] }).damage,
    entries: (audit.body as { rows: object[] }).rows.length,
  };
};

it('a write-ahead log that was removed after a kill is said at the next start, and in the audit log once', async () => {
  expect(await seenAt(await server.start())).toEqual({ damage: [], entries: 0 });
  await server.kill();
  // with its log there all is as it was
  expect(await seenAt(await server.start())).toEqual({ damage: [], entries: 0 });
  await server.kill();
  const log = join(server.folder, 'headworks.db-wal');
  expect(existsSync(log)).toBe(true);
  rmSync(log);
  const url = await server.start();
  expect(await seenAt(url)).toMatchObject({
    damage: expect.arrayContaining([{ part: 'database', name: 'headworks.db-wal', date: null, reason: 'missing' }]),
    entries: 1,
  });
  expect((await askAt(url, '/api/plant/health')).text).toContain('"damaged"');
  await server.end();
  // ended by itself: its log is gone as it should be
  expect(await seenAt(await server.start())).toMatchObject({ entries: 1 });
});
