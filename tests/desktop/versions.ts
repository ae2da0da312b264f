/**
 * Versions of the desktop as Debian packages, signed by keys of this run, and a folder in which they are installed as by a package manager:
 * dpkg-deb unpacks them below a root of their own. The keys and the installer come in by the composition, as a release would have others.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { KEYS_PURPOSE, MANIFEST_PURPOSE, type RootKeys } from '../../app/updates/manifest.ts';
import { newSigner, signatureFile } from '../../app/updates/testing/bundle.ts';
import { bridge, installRuntime } from './runtime.ts';

const root = resolve(import.meta.dirname, '..', '..');
const opt = join('opt', 'Headworks');
const PACKED_WITHIN_MS = 90_000;
const [rootKey, releaseKey] = [newSigner('root-a'), newSigner('release-1')];
const roots: RootKeys = { threshold: 1, keys: [{ id: rootKey.id, publicKey: rootKey.publicKey }] };

/** What the server of a version does: its work, ending at once, or changing the database as a newer version would and then ending. */
export type ServerKind = 'works' | 'ends' | 'endsAfterMigration';

const brokenServers = {
  ends: "console.error('the new version is broken');\nprocess.exit(70);\n",
  endsAfterMigration: `
import { DatabaseSync } from 'node:sqlite';
const folder = process.argv[process.argv.indexOf('--data') + 1];
const database = new DatabaseSync(folder + '/headworks.db');
database.exec("insert or ignore into migration (number, name, applied_at) values (9990, 'of 0.2.0', 1)");
database.close();
console.error('the new version is broken');
process.exit(70);
`,
};

/** The main script of the test's program: as the shipped one, with an installer of its own, which waits while a file `hold` is there. */
const composition = (installRoot: string): string => `
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { Menu } from 'electron';
import { run } from './app/run.js';
const build = Menu.buildFromTemplate;
Menu.buildFromTemplate = (entries) => {
  globalThis.trayEntries = entries;
  return build.call(Menu, entries);
};
void run({ install: async (file) => {
  while (existsSync(${JSON.stringify(join(installRoot, 'hold'))})) await wait(20);
  execFileSync('dpkg-deb', ['--extract', file, ${JSON.stringify(installRoot)}], { timeout: 60_000 });
} });
`;

export type Installation = { root: string; program: string; preload: string; remove: () => void };

/** A root folder with the runtime, and what a package does not bring. */
export const newInstallation = (): Installation => {
  const installRoot = mkdtempSync(join(tmpdir(), 'headworks-root-'));
  const folder = join(installRoot, opt);
  const { program, preload } = installRuntime(folder);
  mkdirSync(join(folder, 'resources', 'app'), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'resources', 'app', 'node_modules'));
  return { root: installRoot, program, preload, remove: () => rmSync(installRoot, { recursive: true, force: true }) };
};

/** Debian's package of a version. @returns its path */
const makePackage = ({ root: installRoot, preload }: Installation, version: string, server: ServerKind, out: string): string => {
  const tree = mkdtempSync(join(tmpdir(), 'headworks-package-'));
  const app = join(tree, opt, 'resources', 'app');
  for (const part of ['dist/app', 'dist/server', 'dist/renderer', 'resources'])
    cpSync(join(root, part), join(app, part), { recursive: true, filter: (path) => !/\.(map|tsbuildinfo)$/.test(path) });
  const packageFile = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  writeFileSync(join(app, 'package.json'), JSON.stringify({ ...packageFile, version, main: 'dist/composition.js' }));
  writeFileSync(join(app, 'resources', 'update-roots.json'), JSON.stringify(roots));
  writeFileSync(join(app, 'dist', 'composition.js'), composition(installRoot));
  const placed = join(installRoot, opt, 'resources', 'app', 'dist', 'server');
  for (const [script, real] of [
    ['main.js', 'shippedMain.js'],
    ['jobs/main.js', 'jobs/shippedMain.js'],
  ] as const) {
    renameSync(join(app, 'dist/server', script), join(app, 'dist/server', real));
    writeFileSync(join(app, 'dist/server', script), bridge(join(placed, real), preload));
  }
  if (server !== 'works') writeFileSync(join(app, 'dist/server/shippedMain.js'), brokenServers[server]);
  mkdirSync(join(tree, 'DEBIAN'));
  const control = `Package: headworks\nVersion: ${version}\nArchitecture: amd64\nMaintainer: Headworks\nDescription: for tests\n`;
  writeFileSync(join(tree, 'DEBIAN', 'control'), control);
  const path = join(out, `headworks_${version}_amd64.deb`);
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z1', '--build', tree, path], {
    stdio: 'ignore',
    timeout: PACKED_WITHIN_MS,
  });
  rmSync(tree, { recursive: true });
  return path;
};

export type Release = { version: string; sequence: number; server: ServerKind };

/** A folder as on a stick: the signed bundle of a version. */
export const makeBundle = (installation: Installation, { version, sequence, server }: Release, folder: string): string => {
  mkdirSync(folder, { recursive: true });
  const path = makePackage(installation, version, server, folder);
  const content = readFileSync(path);
  const keys = Buffer.from(
    JSON.stringify({
      format: KEYS_PURPOSE,
      sequence: 1,
      keys: [
        {
          ...{ id: releaseKey.id, publicKey: releaseKey.publicKey },
          ...{ validFrom: '2026-01-01T00:00:00Z', validTo: '2099-01-01T00:00:00Z' },
        },
      ],
    }),
  );
  const sha256 = createHash('sha256').update(content).digest('hex');
  const file = `headworks_${version}_amd64.deb`;
  const manifest = Buffer.from(
    JSON.stringify({
      ...{ format: MANIFEST_PURPOSE, product: 'plant.headworks.server', channel: 'stable', version, sequence },
      ...{ issuedAt: '2026-11-20T08:00:00Z', expiresAt: '2099-01-01T00:00:00Z', minimumVersion: '0.0.1' },
      ...{ schema: { from: 0, to: 999_999 }, rollbackTo: [] },
      artefacts: [{ platform: 'linux-x64', kind: 'deb', file, bytes: content.length, sha256 }],
    }),
  );
  writeFileSync(join(folder, 'keys.json'), keys);
  writeFileSync(join(folder, 'keys.sig'), signatureFile(KEYS_PURPOSE, keys, [rootKey]));
  writeFileSync(join(folder, 'manifest.json'), manifest);
  writeFileSync(join(folder, 'manifest.sig'), signatureFile(MANIFEST_PURPOSE, manifest, [releaseKey]));
  return path;
};

/** As a person does the first time. */
export const install = ({ root: installRoot }: Installation, path: string): void => {
  execFileSync('dpkg-deb', ['--extract', path, installRoot], { timeout: PACKED_WITHIN_MS });
};
