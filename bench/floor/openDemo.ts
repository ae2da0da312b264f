/**
 * The demo as its users start it, with limits that no bench meets, and somebody who is signed in. It is given when what a plant does once
 * after it was made, such as sealing its days, is done.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { startServer } from '../../tests/startServer.ts';
import { cpuUs } from './clients.ts';

const QUIET_PCT = 5;
const LOOKED_AT_MS = 3000;
const MOST_LOOKS = 40;

export const startOpenDemo = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-demo-'));
  const endless = [{ max: 1e9, seconds: 60 }];
  writeFileSync(join(folder, 'headworks.json'), JSON.stringify({ limits: { default: endless, plant: endless, panel: endless } }));
  const server = await startServer(['--demo', '--data', folder]);
  const login = await fetch(`${server.url}/api/user/user/login`, {
    headers: { LoginType: 'DEFAULT', username: 'admin', password: 'demo-admin' },
  });
  const { access_token } = (await login.json()) as { access_token: string };
  const pid = server.process.pid ?? 0;
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    const beganUs = cpuUs(pid);
    await after(LOOKED_AT_MS);
    if ((cpuUs(pid) - beganUs) / LOOKED_AT_MS / 10 < QUIET_PCT) break;
  }
  return {
    url: server.url,
    pid,
    headers: { authorization: `Bearer ${access_token}` },
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
