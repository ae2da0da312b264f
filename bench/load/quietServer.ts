import { setTimeout as after } from 'node:timers/promises';
import { cpuUs } from '../floor/clients.ts';

const LOOKED_AT_MS = 3000;
const MOST_LOOKS = 40;

/** What a server does once after its start, such as sealing days, is over: it takes less than this part of a core. */
export const whenQuiet = async (pid: number, pct: number): Promise<void> => {
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    const beganUs = cpuUs(pid);
    await after(LOOKED_AT_MS);
    if ((cpuUs(pid) - beganUs) / LOOKED_AT_MS / 10 < pct) break;
  }
};
