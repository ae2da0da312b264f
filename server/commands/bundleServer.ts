/** Part of `npm install` and `npm run build`: makes the few files that the server starts from, and keeps what V8 compiles of them. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { bundledFolder } from '../bundled.ts';
import { messageOf } from '../core/fail.ts';

const server = join(import.meta.dirname, '..');
/** Those that load binaries, or files that are beside them, are read from where they are. */
const external = ['better-sqlite3', '@node-rs/argon2', '@resvg/resvg-js', 'serialport', 'swagger-ui-dist'];
const STARTED_WITHIN_MS = 60_000;

/** Starts the bundled job process, which is beside it here as its source is beside its source. */
const jobStarter = join(server, 'jobs', 'forkHost.ts');

/** What a module looks for beside itself is looked for beside its source. */
const places: Plugin = {
  name: 'places',
  transform: (code, id) =>
    id.startsWith(server) && id !== jobStarter && code.includes('import.meta.')
      ? code
          .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
          .replaceAll('import.meta.filename', JSON.stringify(id))
          .replaceAll('import.meta.url', JSON.stringify(`file://${id}`))
      : null,
};

/** An ES import of these reads all that they export, and with that the WebSocket client that nobody uses: a twentieth of a start. */
const lazyExports = /^(?:node:)?(https?)$/;
const builtins: Plugin = {
  name: 'builtins',
  resolveId: (name) => (lazyExports.test(name) ? `\0${name.replace('node:', '')}.cjs` : null),
  load: (id) => {
    const [, name] = /^\0(https?)\.cjs$/.exec(id) ?? [];
    return name === undefined ? null : { code: `module.exports = process.getBuiltinModule('node:${name}');`, moduleType: 'js' };
  },
};

/** Made beside its place and renamed; the one before stays, as a server may run from it. */
const make = async (folder: string): Promise<void> => {
  const bundled = dirname(folder);
  const unfinished = join(bundled, `unfinished-${process.pid}`);
  const bundle = await rolldown({
    input: { serve: join(server, 'serve.ts'), main: join(server, 'jobs', 'main.ts') },
    platform: 'node',
    external,
    plugins: [places, builtins],
    checks: { sourcemapBroken: false },
  });
  await bundle.write({
    dir: unfinished,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    comments: false,
  });
  await bundle.close();
  rmSync(folder, { recursive: true, force: true });
  renameSync(unfinished, folder);
  const byAge = readdirSync(bundled).sort((a, b) => statSync(join(bundled, b)).mtimeMs - statSync(join(bundled, a)).mtimeMs);
  for (const old of byAge.slice(2)) rmSync(join(bundled, old), { recursive: true, force: true });
};

/** Starts it once on an empty folder, so that the first start of a user is as quick as the next. */
const startOnce = async (): Promise<void> => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'headworks-start-'));
  const child = spawn(process.execPath, [join(server, 'main.ts'), '--data', dataFolder, '--port', '0', '--host', '127.0.0.1']);
  const late = setTimeout(() => child.kill('SIGKILL'), STARTED_WITHIN_MS);
  child.stdout.on('data', (printed: Buffer) => {
    if (printed.includes('ready http')) child.kill('SIGTERM');
  });
  await new Promise((ended) => child.once('exit', ended));
  clearTimeout(late);
  rmSync(dataFolder, { recursive: true, force: true });
};

// an installation does not fail by it: the server starts from its sources, a second later
try {
  const folder = bundledFolder();
  mkdirSync(dirname(folder), { recursive: true });
  await make(folder);
  await startOnce();
} catch (error) {
  process.stderr.write(`The server starts from its sources, as it could not be bundled: ${messageOf(error)}\n`);
}
