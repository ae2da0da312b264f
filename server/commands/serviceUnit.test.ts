import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { memoryEnvironment, serverOptions } from '../contract/process/memoryLimits.ts';
import { Failure } from '../core/fail.ts';
import { exitCodeOf } from '../exitCodes.ts';
import { assertInReach, assertNameable, serviceUnit } from './serviceUnit.ts';

const usual = {
  node: '/usr/bin/node',
  main: '/opt/headworks/server/main.ts',
  installation: '/opt/headworks',
  dataFolder: '/var/lib/headworks',
  user: 'headworks',
};
const unit = serviceUnit(usual);
const hasAnalyzer = spawnSync('systemd-analyze', ['--version']).status === 0;

it('the unit starts the server on its data folder, starts it again but for a wrong configuration, and watches it', () => {
  expect(unit).toContain('/opt/headworks/server/main.ts --data /var/lib/headworks');
  for (const line of [
    'Restart=always',
    'RestartPreventExitStatus=78',
    'WatchdogSec=60',
    'UMask=0077',
    'RequiresMountsFor=/var/lib/headworks',
    'NoNewPrivileges=yes',
    'CacheDirectory=headworks',
    `Environment=MALLOC_ARENA_MAX=${memoryEnvironment.MALLOC_ARENA_MAX}`,
  ])
    expect(unit.split('\n')).toContain(line);
});

it.each(['node', 'main', 'installation', 'dataFolder'] as const)(
  'the %s of a unit is refused where systemd would read another',
  (part) => {
    expect(assertNameable(usual)).toBeUndefined();
    for (const path of ['/srv/water plant', '/srv/$HOME', '/srv/100%', "/srv/plant's", '/srv/a\\b', '/srv/a\nUser=root'])
      expect(() => assertNameable({ ...usual, [part]: path })).toThrow(expect.objectContaining({ code: 'parameter' }));
  },
);

it.each(['node', 'main', 'installation', 'dataFolder'] as const)(
  'the %s of a unit is refused where the unit hides it',
  (part) => {
    expect(assertInReach(usual)).toBeUndefined();
    for (const path of ['/home/op/headworks', '/root/headworks', '/tmp/headworks', '/var/tmp/headworks', '/run/user/1000/x'])
      expect(() => assertInReach({ ...usual, [part]: path })).toThrow(`a service cannot reach ${path}`);
    expect(assertInReach({ ...usual, [part]: '/homes/headworks' })).toBeUndefined();
  },
);

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
  [new Failure('newerVersion', 'newer'), 78],
  [new Failure('folderInUse', 'used'), 75],
  [new Failure('portInUse', 'used'), 75],
  [new Failure('storageFull', 'full'), 74],
  [new Failure('unavailable', 'no such host'), 70],
  [new Error('bug'), 70],
])('%s ends the server with %i', (error, code) => {
  expect(exitCodeOf(error)).toBe(code);
});
