import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { memoryEnvironment, serverOptions } from '../contract/process/memoryLimits.ts';
import { Failure } from '../core/fail.ts';
import { exitCodeOf } from '../exitCodes.ts';
import { serviceUnit } from './serviceUnit.ts';

const unit = serviceUnit({
  node: process.execPath,
  main: '/opt/headworks/server/main.ts',
  installation: '/opt/headworks',
  dataFolder: '/var/lib/headworks',
  user: 'headworks',
});
const hasAnalyzer = spawnSync('systemd-analyze', ['--version']).status === 0;

it('the unit starts the server on its data folder, starts it again but for a wrong configuration, and watches it', () => {
  expect(unit).toContain('/opt/headworks/server/main.ts --data /var/lib/headworks');
  for (const line of [
    'Restart=always',
    'RestartPreventExitStatus=78',
    'WatchdogSec=60',
    'UMask=0077',
    'NoNewPrivileges=yes',
    'CacheDirectory=headworks',
    `Environment=MALLOC_ARENA_MAX=${memoryEnvironment.MALLOC_ARENA_MAX}`,
  ])
    expect(unit.split('\n')).toContain(line);
});

it('the service of Windows starts the server with the same limits of its memory', () => {
  const service = readFileSync(join(import.meta.dirname, '../../packaging/windows/headworks-service.xml'), 'utf8');
  expect(unit).toContain(` ${serverOptions.join(' ')} /opt/`);
  expect(service).toContain(`<arguments>${serverOptions.join(' ')} "`);
});

it.runIf(hasAnalyzer)('the unit is exposed at most 2.0 by the measure of systemd', () => {
  const folder = mkdtempSync(join(tmpdir(), 'unit-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'headworks.service');
  writeFileSync(path, unit);
  const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', path], { encoding: 'utf8' });
  const level = /Overall exposure level for headworks\.service: ([\d.]+)/.exec(stdout)?.[1];
  expect(Number(level)).toBeGreaterThan(0);
  expect(Number(level)).toBeLessThanOrEqual(2);
});

it.each([
  [new Failure('parameter', 'wrong'), 78],
  [new Failure('folderOpen', 'open'), 78],
  [new Failure('folderInUse', 'used'), 75],
  [new Failure('portInUse', 'used'), 75],
  [new Failure('storageFull', 'full'), 74],
  [new Failure('unavailable', 'no such host'), 70],
  [new Error('bug'), 70],
])('%s ends the server with %i', (error, code) => {
  expect(exitCodeOf(error)).toBe(code);
});
