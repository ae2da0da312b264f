import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { known, newSigner, release, roots, signatureFile, writeBundle } from '../updates/testing/bundle.ts';
import { findAlteredFile } from './installedFiles.ts';

/** Of a program that is no release. */
const noRoots = { threshold: 1, keys: [] };

const addon = 'app.asar.unpacked/node_modules/@node-rs/argon2-linux-x64-gnu/argon2.node';
const installation = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'installed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const lines = ['app.asar', addon].map((name) => {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), `content of ${name}`);
    return `${createHash('sha256').update(`content of ${name}`).digest('hex')}  ${name}`;
  });
  writeFileSync(join(folder, 'files.sha256'), `${lines.join('\n')}\n`);
  return folder;
};

it('finds nothing where all is as it was packed', async () => {
  expect(await findAlteredFile(installation(), noRoots)).toBeUndefined();
});

it.each(['app.asar', addon])('names %s where one byte of it was changed, or it is gone', async (name) => {
  const folder = installation();
  writeFileSync(join(folder, name), `Content of ${name}`);
  expect(await findAlteredFile(folder, noRoots)).toBe(name);
  rmSync(join(folder, name));
  expect(await findAlteredFile(folder, noRoots)).toBe(name);
});

it.each(['', 'nonsense\n', `${'0'.repeat(64)}  app.asar.unpacked/../../etc/passwd\n`])('takes no list like %j', async (list) => {
  const folder = installation();
  writeFileSync(join(folder, 'files.sha256'), list);
  expect(await findAlteredFile(folder, noRoots)).toBe('files.sha256');
});

it('takes no list that leaves the program out', async () => {
  const folder = installation();
  const hash = createHash('sha256').update(`content of ${addon}`).digest('hex');
  writeFileSync(join(folder, 'files.sha256'), `${hash}  ${addon}\n`);
  expect(await findAlteredFile(folder, noRoots)).toBe('files.sha256');
});

it('takes a release whose list is signed by a key that its roots name', async () => {
  const folder = installation();
  writeBundle(folder);
  const list = readFileSync(join(folder, 'files.sha256'));
  writeFileSync(join(folder, 'files.sig'), signatureFile('headworks-files-1', list, [release]));
  expect(await findAlteredFile(folder, known)).toBeUndefined();
});

const badSignatures: Record<string, (folder: string, list: Buffer) => void> = {
  'has no signature': (folder) => rmSync(join(folder, 'files.sig')),
  'was written anew for altered files': (folder, list) =>
    writeFileSync(
      join(folder, 'files.sha256'),
      list.toString().replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
    ),
  'is signed by another key': (folder, list) =>
    writeFileSync(join(folder, 'files.sig'), signatureFile('headworks-files-1', list, [newSigner('release-1')])),
  'has the signature of an update': (folder, list) =>
    writeFileSync(join(folder, 'files.sig'), signatureFile('headworks-update-1', list, [release])),
  'comes with keys that one root alone signed': (folder) =>
    writeFileSync(
      join(folder, 'keys.sig'),
      signatureFile('headworks-keys-1', readFileSync(join(folder, 'keys.json')), [roots[0]]),
    ),
  'comes without keys': (folder) => rmSync(join(folder, 'keys.json')),
};
it.each(Object.keys(badSignatures))('takes no release whose list %s', async (name) => {
  const folder = installation();
  writeBundle(folder);
  const list = readFileSync(join(folder, 'files.sha256'));
  writeFileSync(join(folder, 'files.sig'), signatureFile('headworks-files-1', list, [release]));
  badSignatures[name]?.(folder, list);
  expect(await findAlteredFile(folder, known)).toBe('files.sig');
});
