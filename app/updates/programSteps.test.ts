import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { INSTANCE_HEADER, ROLL_BACK_FILE, rollBackOrder } from '../../server/contract/process/shell.ts';
import { installCommand, installerKind, runInstaller } from './installers.ts';
import { ProgramSteps } from './programSteps.ts';
import { StartReport } from './startReport.ts';
import { UpdateLock } from './updateLock.ts';

const limits = { firstMs: 300, endedMs: 100, staysMs: 20, stopMs: 2000, lookMs: 10 };
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'program-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
/** A program that lives until it is ended, or ends by itself. */
const programOf = (script: string): ChildProcess => {
  const child = spawn(process.execPath, ['-e', script], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
};
const stepsIn = (folder: string, script = 'setInterval(() => undefined, 1000)') => {
  const report = new StartReport(folder);
  let program: ChildProcess | undefined;
  const steps = new ProgramSteps({
    folder,
    dataFolder: folder,
    report,
    server: undefined,
    install: async () => undefined,
    spawn: () => {
      program = programOf(script);
      return program;
    },
    limits,
  });
  return { steps, report, program: () => program };
};
const serveAs = async (folder: string, version: string): Promise<void> => {
  const instance = '2f1c1b52-7a11-4a39-9d5f-2a1e7e6b1c11';
  const server = createServer((_request, response) => response.setHeader(INSTANCE_HEADER, instance).end('{}'));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => new Promise<void>((done) => void server.close(() => done())));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const facts = { pid: 1, url, addresses: [], startedAt: '2026-11-22T08:00:00Z', schema: 1, instance, version };
  writeFileSync(join(folder, 'server.json'), JSON.stringify(facts));
};

it('takes a program as healthy whose server answers with its version', async () => {
  const folder = newFolder();
  const { steps } = stepsIn(folder);
  await steps.start();
  await serveAs(folder, '1.4.0');
  expect(await steps.isHealthy('1.4.0')).toBe(true);
  expect(steps.hasGivenWay).toBe(true);
});

it('does not take the server of another version for it', async () => {
  const folder = newFolder();
  const { steps } = stepsIn(folder);
  await steps.start();
  await serveAs(folder, '1.3.2');
  expect(await steps.isHealthy('1.4.0')).toBe(false);
});

it.each([
  ['says nothing', 'setInterval(() => undefined, 1000)', []],
  ['ends', 'process.exit(1)', []],
  ['starts a server that ends three times', 'setInterval(() => undefined, 1000)', ['database', 'down', 'down', 'down']],
] as const)('takes a program as broken that %s', async (_what, script, words) => {
  const folder = newFolder();
  const { steps, report } = stepsIn(folder, script);
  await steps.start();
  for (const word of words) report.add(word);
  expect(await steps.isHealthy('1.4.0')).toBe(false);
});

it('waits for a long step of a start, as a database that is brought up to date', async () => {
  const folder = newFolder();
  const { steps, report } = stepsIn(folder);
  await steps.start();
  report.add('database');
  const judged = steps.isHealthy('1.4.0');
  await new Promise((done) => setTimeout(done, 3 * limits.firstMs));
  await serveAs(folder, '1.4.0');
  expect(await judged).toBe(true);
});

it('ends the program that it started, also one that takes no signal', async () => {
  const { steps, program } = stepsIn(newFolder(), "process.on('SIGTERM', () => undefined); setInterval(() => undefined, 1000)");
  await steps.start();
  await new Promise((done) => setTimeout(done, 200));
  const child = program();
  const ended = child && once(child, 'exit');
  await steps.stop();
  expect(await ended).toEqual([null, expect.stringMatching(/SIG(KILL|TERM)/)]);
});

it('leaves the server of the version before an order that it reads', async () => {
  const folder = newFolder();
  await stepsIn(folder).steps.restore('20261122T080000Z');
  expect(rollBackOrder.parse(JSON.parse(readFileSync(join(folder, ROLL_BACK_FILE), 'utf8')))).toMatchObject({
    snapshot: '20261122T080000Z',
  });
});

it('is carried on by one process at a time, whoever has ended before', async () => {
  const folder = newFolder();
  const [one, other] = [new UpdateLock(folder), new UpdateLock(folder)];
  expect([await one.take(), await one.take(), await other.take()]).toEqual([true, true, false]);
  await one.release();
  expect(await other.take()).toBe(true);
  await other.release();
});

it('installs by the package manager of the system, as root or after asking for an administrator', () => {
  expect(installCommand('deb', '/x.deb', true)).toEqual(['/usr/bin/dpkg', '--install', '/x.deb']);
  expect(installCommand('rpm', '/x.rpm', false)?.slice(0, 3)).toEqual(['/usr/bin/pkexec', '/usr/bin/rpm', '--upgrade']);
  expect(installCommand('nsis', 'x.exe', true)).toBeUndefined();
  expect(installerKind('win32')).toBe('nsis');
  expect(installerKind('linux', (path) => path === '/usr/bin/rpm')).toBe('rpm');
  expect(installerKind('linux', () => true)).toBe('deb');
});

it('says what an installer printed when it failed', async () => {
  await expect(runInstaller(['/bin/sh', '-c', 'echo one >&2; echo "no room left" >&2; exit 1'])).rejects.toThrow('no room left');
});
