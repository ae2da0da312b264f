/** What a process has used, as its system counts it. */
import { readdirSync, readFileSync } from 'node:fs';

/** Of all threads, to the nanosecond: what runs in short turns is missed by the ticks of /proc/PID/stat. */
export const cpuSeconds = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`).reduce(
    (sum, task) => sum + Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]) / 1e9,
    0,
  );

export const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
