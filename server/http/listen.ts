import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { Server as Listener } from 'node:net';
import { basename } from 'node:path';
import { Failure } from '../core/fail.ts';

const LISTENING = '0A';

/** The sockets that listen on a port, by the number that the kernel gives them. */
const listenersOn = (port: number): Set<string> => {
  const sockets = new Set<string>();
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6'])
    for (const line of readFileSync(table, 'latin1').split('\n').slice(1)) {
      const [, local = '', , state, , , , , , inode] = line.trim().split(/\s+/);
      if (state === LISTENING && inode && Number.parseInt(local.split(':')[1] ?? '', 16) === port)
        sockets.add(`socket:[${inode}]`);
    }
  return sockets;
};

const hasOneOf = (pid: string, sockets: ReadonlySet<string>): boolean => {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => sockets.has(readlinkSync(`/proc/${pid}/fd/${fd}`)));
  } catch {
    // of another user, or gone meanwhile
    return false;
  }
};

const nameOf = (pid: string): string => {
  const [program = '', ...given] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  const isOurs = given.some((argument) => /(^|[\\/])server[\\/]main\.[jt]s$/.test(argument));
  // the rest of a command line may hold what is secret
  return isOurs ? 'another Headworks server' : `${basename(program.split(' ')[0] ?? '')}`;
};

/** The program that listens on a port of this machine, with its process number; undefined where that cannot be seen, as on Windows. */
const holderOf = (port: number): string | undefined => {
  try {
    const sockets = listenersOn(port);
    const pid = readdirSync('/proc').find((name) => /^\d+$/.test(name) && hasOneOf(name, sockets));
    return pid === undefined ? undefined : `${nameOf(pid)}, process ${pid}`;
  } catch {
    return undefined;
  }
};

const PORT_SETTING = '--port or in headworks.json';

const reasons: Record<string, string> = {
  EADDRNOTAVAIL: 'is not an address of this machine: choose another with --host or in headworks.json',
  ENOTFOUND: 'is not a known host: choose another with --host or in headworks.json',
};

const explain = (error: NodeJS.ErrnoException, host: string, port: number, setting: string): Failure => {
  const place = `cannot listen on ${host}:${port}: it`;
  if (error.code === 'EADDRINUSE')
    return new Failure(
      'portInUse',
      `${place} is in use by ${holderOf(port) ?? 'another program'}. End that program, or choose another port with ${setting}`,
      { cause: error },
    );
  if (error.code === 'EACCES')
    return new Failure('parameter', `${place} may not be opened by this user: choose one from 1024 on, with ${setting}`, {
      cause: error,
    });
  return new Failure('unavailable', `${place} ${reasons[error.code ?? ''] ?? `failed (${error.message})`}`, { cause: error });
};

/** @param setting where the port is set, as `--port` */
export const listen = async (server: Listener, host: string, port: number, setting = PORT_SETTING): Promise<void> => {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, host, port, setting)));
    server.listen(port, host, resolve);
  });
  server.removeAllListeners('error');
};

/** Before work that takes long: whether the port will be there for it. @throws Failure as `HttpServer.start` does. */
export const assertPortFree = async (host: string, port: number): Promise<void> => {
  const server = new Listener();
  await listen(server, host, port);
  await new Promise((resolve) => server.close(resolve));
};
