import { existsSync, renameSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { SLOT_MS } from '../contract/model/common.ts';
import { everything, send, sqlite, startDiskRig, stopDiskRig, writingRows } from './diskRig.ts';

beforeAll(startDiskRig);
afterAll(stopDiskRig);

/** Away from the moment at which the plant itself closes a slot, which is stored too. */
const midSlot = (): Promise<void> =>
  vi.waitFor(
    () => {
      const sinceMs = Date.now() % SLOT_MS;
      expect(sinceMs).toBeGreaterThan(20_000);
      expect(sinceMs).toBeLessThan(SLOT_MS - 5000);
    },
    { timeout: 60_000, interval: 500 },
  );

/** What is stored, once nothing more comes of what was done before. */
const storedAtRest = async (): Promise<string> => {
  let stored = everything();
  for (let before = ''; before !== stored; stored = everything()) {
    before = stored;
    await wait(200);
  }
  return stored;
};

it.each(Object.entries(writingRows))(
  '%s is refused while the database is not at its place, where nobody would find again what was acknowledged',
  async (row, { sent }) => {
    const [method = '', ...path] = row.split(' ');
    const body = await sent();
    await midSlot();
    const stored = await storedAtRest();
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
