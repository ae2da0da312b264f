/** Processes and what they started, as Linux has them in /proc. */
import { readdirSync, readFileSync } from 'node:fs';

export const parentOf = (pid: number): number | undefined => {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    // it has ended meanwhile
    return undefined;
  }
};

const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((one) => parentOf(one) === pid);

/** A process and all that came of it, also in groups of their own. */
export const familyOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(familyOf)];

/** Kills all that this process started, so that nothing of it goes on measuring or holds a display. */
export const killDescendants = (): void => {
  const [, ...descendants] = familyOf(process.pid);
  for (const pid of descendants) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // it has ended meanwhile
    }
  }
};
