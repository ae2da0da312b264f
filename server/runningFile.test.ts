import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readRunning } from '../app/server/attach.ts';
import { announceRunning } from './runningFile.ts';

const server = {
  pid: 4242,
  url: 'http://127.0.0.1:8080',
  addresses: ['192.168.1.20:8443'],
  startedAt: '2026-11-22T08:00:00.000Z',
  schema: 260,
  instance: '2f1c1b52-7a11-4a39-9d5f-2a1e7e6b1c11',
  site: 'site-1',
};

it('does not keep a stop from going on where the disk refuses to let it go', () => {
  const folder = mkdtempSync(join(tmpdir(), 'running-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const takeAway = announceRunning(folder, undefined, server);
  rmSync(join(folder, 'server.json'));
  mkdirSync(join(folder, 'server.json'));
  expect(takeAway()).toBeUndefined();
});

it('says who serves a folder, for its owner there and for everybody where systemd wants it, and takes both away', () => {
  // as in the unit of the service, which keeps all other files for their owner
  const before = process.umask(0o077);
  onTestFinished(() => void process.umask(before));
  const folder = mkdtempSync(join(tmpdir(), 'running-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [own, shown] = [join(folder, 'data'), join(folder, 'run')];
  const takeAway = announceRunning(own, shown, server);
  expect([readRunning(own), readRunning(shown)]).toEqual([server, server]);
  expect([own, shown].map((path) => (statSync(join(path, 'server.json')).mode & 0o777).toString(8))).toEqual(['600', '644']);
  takeAway();
  expect([own, shown].map((path) => existsSync(join(path, 'server.json')))).toEqual([false, false]);
});
