import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Application } from '../application.ts';
import { readConfig } from '../config.ts';
import { overview } from '../contract/plant/overview.ts';
import { systemClock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { silent } from './httpRig.ts';
import { askAt, bearer, loginAt } from './policyRig.ts';
import { makeWholePlant } from './wholePlant.ts';

const folder = mkdtempSync(join(tmpdir(), 'usual-questions-'));
beforeAll(() => makeWholePlant(folder), 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A life of the server, with what it logs of its preparation. */
const live = async (during: (url: string, prepared: () => unknown) => Promise<void>): Promise<void> => {
  const logged: unknown[] = [];
  const keep = (fields: object | string, message?: string): void => {
    if (message === 'what was asked lately is prepared') logged.push(fields);
  };
  const log: Log = { ...silent, info: keep, child: () => log };
  const config = readConfig(['--data', folder, '--port', '0', '--host', '127.0.0.1'], {});
  const resources = resolve('resources');
  const application = new Application({ config, clock: systemClock, log, resources, panelFolder: folder, version: '0.0.0' });
  try {
    await during(await application.start(), () => logged[0]);
  } finally {
    await application.stop();
  }
};

describe('what was asked before a restart', () => {
  it('is prepared after it, and answered as before; a plant that was asked nothing prepares nothing', async () => {
    const answers: string[][] = [];
    const askAll = async (url: string): Promise<void> => {
      const headers = bearer((await loginAt(url, 'admin')).access_token);
      const glance = await askAt(url, '/api/plant/overview', { headers });
      const today = overview.parse(glance.body).window.label;
      const landing = await askAt(url, `/api/user/landingPage/userData?date=${today}&type=DAY`, { headers });
      answers.push([glance, landing].map(({ status, text }) => `${status} ${Object.keys(JSON.parse(text)).join()}`));
    };
    await live(async (url, prepared) => {
      await askAll(url);
      expect(prepared()).toBeUndefined();
    });
    await live(async (url, prepared) => {
      await vi.waitFor(() => expect(prepared()).toMatchObject({ prepared: 2 }), { timeout: 60_000 });
      await askAll(url);
    });
    expect(answers[0]?.[0]).toMatch(/^200 /);
    expect(answers[1]).toEqual(answers[0]);
  }, 120_000);
});
