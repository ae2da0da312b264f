/** `kill -9` while readings are acknowledged; `HEADWORKS_KILLS` (default 50) times. */
import { killCycles } from '../server/test/killCycles.ts';
import { goal } from '../server/test/readingsLoad.ts';

const cycles = Number(process.env.HEADWORKS_KILLS ?? 50);
const { acknowledged, lost, integrityFaults, readyMs } = await killCycles(cycles);
goal(
  `slots acknowledged before ${cycles} kills, x 40 series`,
  acknowledged,
  'slots',
  (slots) => slots > cycles * 20,
  'a load that bites',
);
goal('acknowledged slots lost', lost, 'slots', (slots) => slots === 0, '0');
goal('damaged files', integrityFaults.length, 'files', (faults) => faults === 0, '0');
goal('readable again, worst', readyMs, 'ms', (ms) => ms <= 2000, '<= 2000');
