import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

it('the panel’s first load keeps to 250 kB of script and style', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [resolve(import.meta.dirname, '../../bench/panelLoad.ts')], {
    encoding: 'utf8',
  });
  expect(stdout, stderr).toMatch(/panel\.firstLoad \d+\.\d kB/);
  expect(status, stdout).toBe(0);
});
