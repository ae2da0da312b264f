import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { Application } from '../../server/application.ts';
import { readConfig } from '../../server/config.ts';
import { ManualClock } from '../../server/core/clock.ts';
import type { Log } from '../../server/core/log.ts';
import { silent } from '../../server/test/httpRig.ts';

/** The moment at which the plant stands still: 15:02:30 of a Thursday in India, within a 5-minute slot. */
export const frozenAtMs = Date.parse('2026-11-12T09:32:30Z');
/** When the questions are asked: a minute later, so that a question about the past leaves out the logins of its own run. */
export const askedAtMs = frozenAtMs + 60_000;
export const databaseFile = join(import.meta.dirname, 'plant.db.br');
export const resources = resolve(import.meta.dirname, '../../resources');

const noLimit: never[] = [];
const settings = {
  limits: {
    default: noLimit,
    login: noLimit,
    otp: noLimit,
    otpVerify: noLimit,
    refresh: noLimit,
    plant: noLimit,
    panel: noLimit,
    priority: noLimit,
    userCreate: noLimit,
  },
};

export type FrozenPlant = { url: string; stop(): Promise<void> };

/** Starts the whole server on a folder whose clock does not move. @param lines gets what is printed whatever level of the log is set. */
export const startFrozen = async (folder: string, nowMs: number, lines: string[] = []): Promise<FrozenPlant> => {
  writeFileSync(join(folder, 'headworks.json'), JSON.stringify(settings));
  const log: Log = { ...silent, always: (_, line) => void lines.push(line), child: () => log };
  const application = new Application({
    config: readConfig(['--data', folder, '--port', '0', '--host', '127.0.0.1'], {}),
    clock: new ManualClock(nowMs),
    log,
    resources,
    panelFolder: folder,
    version: '0.0.0',
  });
  return { url: await application.start(), stop: () => application.stop() };
};

/** The whole server on a copy of the recorded database; its lines are switched off in it, so nothing is polled. */
export const startFrozenPlant = async (): Promise<FrozenPlant> => {
  const folder = mkdtempSync(join(tmpdir(), 'headworks-golden-'));
  writeFileSync(join(folder, 'headworks.db'), brotliDecompressSync(readFileSync(databaseFile)));
  const { url, stop } = await startFrozen(folder, askedAtMs);
  return {
    url,
    stop: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
