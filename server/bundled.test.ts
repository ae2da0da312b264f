import { mkdirSync, mkdtempSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { bundledFolder, findBundled, writeSources } from './bundled.ts';

let installation: string;
const write = (name: string, text: string): void => writeFileSync(join(installation, name), text);

beforeEach(() => {
  installation = mkdtempSync(join(tmpdir(), 'bundled-'));
  onTestFinished(() => rmSync(installation, { recursive: true, force: true }));
  mkdirSync(join(installation, 'server', 'core'), { recursive: true });
  write('package-lock.json', '{}');
  write('server/serve.ts', 'serve');
  write('server/core/clock.ts', 'clock');
});

const bundle = (): string => {
  const folder = bundledFolder(installation);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'serve.mjs');
  writeFileSync(file, '');
  writeSources(folder, installation);
  return file;
};

it('a server without a bundle starts from its sources', () => expect(findBundled(installation)).toBeUndefined());

it('a bundle of the sources as they are is used, whatever is added beside them', () => {
  const file = bundle();
  expect(findBundled(installation)).toBe(file);
  write('server/core/clock.test.ts', 'test');
  write('server/core/new.ts', 'imported by nobody');
  expect(findBundled(installation)).toBe(file);
});

it.each<[string, () => void]>([
  ['changed in length', () => write('server/core/clock.ts', 'a better clock')],
  ['written again', () => utimesSync(join(installation, 'server/core/clock.ts'), 1, 1)],
  ['removed', () => rmSync(join(installation, 'server/core/clock.ts'))],
])('a bundle is not used after a source was %s', (_, change) => {
  bundle();
  change();
  expect(findBundled(installation)).toBeUndefined();
});

it('a bundle whose list of sources was cut is not used', () => {
  truncateSync(join(dirname(bundle()), 'sources.json'), 20);
  expect(findBundled(installation)).toBeUndefined();
});

it('a bundle is not used after other packages were installed', () => {
  bundle();
  write('package-lock.json', '{"packages": {}}');
  expect(findBundled(installation)).toBeUndefined();
});
