/** A PostgreSQL of its own for tests: a cluster in a temporary folder, reached by a socket in it, run by a user other than root. */
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { otherThanRoot } from '../database/embeddedPostgres.ts';

const DEBIAN = '/usr/lib/postgresql';
const SETTINGS = ['shared_buffers=128MB', 'max_wal_size=2GB', 'wal_level=minimal', 'max_wal_senders=0', 'max_connections=40'];

/** The newest of Debian's versions; undefined where none is installed. */
const findPrograms = (): string | undefined => {
  if (!existsSync(DEBIAN)) return undefined;
  const versions = readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a));
  return versions.map((version) => join(DEBIAN, version, 'bin')).find((folder) => existsSync(join(folder, 'initdb')));
};

/** Said where tests are skipped for want of it. */
export const missingPostgres = findPrograms() ? undefined : 'no PostgreSQL in /usr/lib/postgresql (Debian: postgresql-15)';

export type PostgresRig = {
  /** Of a database that a role without special rights owns. */
  url: string;
  /** A connection that row-level security does not hold back, to look at what is stored. */
  asAdmin<T>(work: (client: Client) => Promise<T>): Promise<T>;
  /** A further database, empty. @returns its address. */
  createDatabase(name: string): Promise<string>;
  /** Processor time of all its processes so far, on Linux. */
  processorMs(): number;
  /** As a power cut: no checkpoint, nobody is waited for. */
  crash(): void;
  start(): void;
  stop(): void;
};

const TICK_MS = 10;

/** Of a process with its children, those that have ended too: fields 14 to 17 of /proc/PID/stat; 4 is the parent. */
const processorMsOf = (parent: number): number => {
  const fieldsOf = (pid: string): number[] => {
    try {
      const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
      return text
        .slice(text.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
    } catch {
      // ended meanwhile
      return [];
    }
  };
  const sum = (fields: readonly number[], to: number): number => fields.slice(11, to).reduce((all, ticks) => all + ticks, 0);
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(fieldsOf)
    .filter(([, ppid]) => ppid === parent);
  return TICK_MS * children.reduce((all, fields) => all + sum(fields, 13), sum(fieldsOf(String(parent)), 15));
};

export const startPostgres = async (): Promise<PostgresRig> => {
  const programs = findPrograms();
  if (!programs) throw new Error(missingPostgres);
  const account = otherThanRoot();
  const folder = mkdtempSync(join(tmpdir(), 'hub-pg-'));
  if (account) chownSync(folder, account.uid, account.gid);
  const run = (program: string, args: string[]): void => {
    // its output goes nowhere: a server that inherits a pipe would hold it open
    const { status, error } = spawnSync(join(programs, program), args, { ...account, cwd: folder, stdio: 'ignore' });
    if (status !== 0) throw new Error(`${program} ended with ${String(status)} ${error?.message ?? ''}`);
  };
  const data = join(folder, 'data');
  const log = join(folder, 'log');
  run('initdb', ['-D', data, '-A', 'trust', '-U', 'admin', '-E', 'UTF8', '--locale=C', '--no-sync']);
  const settings = ["listen_addresses=''", `unix_socket_directories='${folder}'`, ...SETTINGS].map((one) => `-c ${one}`);
  const start = (): void => run('pg_ctl', ['start', '-w', '-D', data, '-l', log, '-o', settings.join(' ')]);
  const end = (mode: string): void => run('pg_ctl', ['stop', '-w', '-m', mode, '-D', data]);
  const urlOf = (database: string): string => `postgres://headworks@/${database}?host=${encodeURIComponent(folder)}`;
  const connect = async <T>(database: string, work: (client: Client) => Promise<T>): Promise<T> => {
    const client = new Client({ host: folder, user: 'admin', database });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
  const createDatabase = async (name: string): Promise<string> => {
    await connect('postgres', (client) => client.query(`create database "${name}" owner headworks`));
    return urlOf(name);
  };
  let isOver = false;
  const stop = (): void => {
    if (isOver) return;
    isOver = true;
    process.off('exit', stop);
    if (existsSync(join(data, 'postmaster.pid'))) end('immediate');
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', stop);
  try {
    start();
    await connect('postgres', (client) => client.query('create role headworks login'));
    const url = await createDatabase('hub');
    const processorMs = (): number => processorMsOf(Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]));
    return {
      url,
      createDatabase,
      start,
      stop,
      processorMs,
      crash: () => end('immediate'),
      asAdmin: (work) => connect('hub', work),
    };
  } catch (error) {
    stop();
    throw error;
  }
};
