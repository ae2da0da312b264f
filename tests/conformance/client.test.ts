import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ConformancePlant, startDemo } from './plants.ts';

const root = resolve(import.meta.dirname, '../..');
let plant: ConformancePlant;
let folder: string;
beforeAll(async () => {
  plant = await startDemo();
  // below the project, so that the client finds its libraries
  mkdirSync(join(root, 'dist'), { recursive: true });
  folder = mkdtempSync(join(root, 'dist', 'client-'));
});
afterAll(async () => {
  await plant.stop();
  rmSync(folder, { recursive: true, force: true });
});

const run = (args: string[], input?: string): string => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  expect(status, `${stdout.slice(0, 2000)}${stderr.slice(0, 2000)}`).toBe(0);
  return stdout;
};

it('the client that is generated from the document compiles with the code of docs/clients.md, and draws the first chart', async () => {
  const document = await (await fetch(`${plant.url}/api/user/docs/openapi.json`)).text();
  writeFileSync(join(folder, 'api.d.ts'), run(['tests/clients/generate.ts'], document));
  const page = readFileSync(join(root, 'docs/clients.md'), 'utf8');
  writeFileSync(join(folder, 'firstChart.ts'), /^```ts\n(.*?)^```/ms.exec(page)?.[1] ?? '');
  const strict = ['--strict', '--noUncheckedIndexedAccess', '--noEmit', '--allowImportingTsExtensions', '--skipLibCheck'];
  const target = ['--target', 'es2024', '--module', 'nodenext', '--types', '', '--lib', 'es2024,DOM'];
  run(['node_modules/typescript/bin/tsc', '--ignoreConfig', ...strict, ...target, join(folder, 'firstChart.ts')]);
  const { firstChart } = (await import(join(folder, 'firstChart.ts'))) as {
    firstChart: (...sent: string[]) => Promise<{ unit: string; values: number[] }>;
  };
  const chart = await firstChart(`${plant.url}/api/user`, 'admin', 'demo-admin', '11/11/2026');
  expect(chart.unit).toBe('KL');
  expect(chart.values).toHaveLength(24);
});
