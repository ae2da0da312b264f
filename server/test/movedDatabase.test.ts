import { existsSync, renameSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { everything, send, sqlite, startDiskRig, stopDiskRig, writingRows } from './diskRig.ts';

beforeAll(startDiskRig);
afterAll(stopDiskRig);

it.each(Object.entries(writingRows))(
  '%s is refused while the database is not at its place, where nobody would find again what was acknowledged',
  async (row, { sent }) => {
    const [method = '', ...path] = row.split(' ');
    const body = await sent();
    const stored = everything();
    const away = `${sqlite.name}.away`;
    renameSync(sqlite.name, away);
    try {
      expect((await send(method, path.join(' '), body)).status).toBe(503);
      expect(everything()).toBe(stored);
    } finally {
      expect(existsSync(sqlite.name)).toBe(false);
      renameSync(away, sqlite.name);
    }
    expect((await send(method, path.join(' '), await sent())).status).toBeLessThan(300);
  },
);
