import { readdirSync, readFileSync } from 'node:fs';

/** Of `/proc/PID/stat`, after the name: process group, and ticks of a hundredth of a second in user and in system mode. */
const [GROUP, USER, SYSTEM] = [2, 11, 12] as const;
const TICK_MS = 10;

/** Whether a process is there, whoever owns it. */
export const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/** Processor time of a group of processes so far, ms; 0 where there is no `/proc`. */
export const processorMs = (group: number): number => {
  let pids: string[];
  try {
    pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return 0;
  }
  return pids.reduce((sum, pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return Number(fields[GROUP]) === group ? sum + (Number(fields[USER]) + Number(fields[SYSTEM])) * TICK_MS : sum;
    } catch {
      // it ended meanwhile
      return sum;
    }
  }, 0);
};
