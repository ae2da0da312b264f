import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

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
  const isOurs = given.some((argument) => /[\\/]server[\\/]main\.[jt]s$/.test(argument));
  // the rest of a command line may hold what is secret
  return isOurs ? 'another Headworks server' : `${basename(program.split(' ')[0] ?? '')}`;
};

/** The program that listens on a port of this machine, with its process number; undefined where that cannot be seen, as on Windows. */
export const holderOf = (port: number): string | undefined => {
  try {
    const sockets = listenersOn(port);
    const pid = readdirSync('/proc').find((name) => /^\d+$/.test(name) && hasOneOf(name, sockets));
    return pid === undefined ? undefined : `${nameOf(pid)}, process ${pid}`;
  } catch {
    return undefined;
  }
};
