/**
 * The demo as its users start it, with limits that no bench meets, and somebody who is signed in. It is given when what a plant does once
 * after it was made, such as sealing its days, is done.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../../tests/startServer.ts';
import { whenQuiet } from '../load/quietServer.ts';

const QUIET_PCT = 5;

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
  await whenQuiet(pid, QUIET_PCT);
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
