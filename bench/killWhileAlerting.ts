/** `kill -9` while alarms are raised and sent; `HEADWORKS_KILLS` (default 50) times. */
import { alertKillCycles } from '../server/test/alertKills.ts';
import { goal } from '../server/test/readingsLoad.ts';

const cycles = Number(process.env.HEADWORKS_KILLS ?? 50);
const report = await alertKillCycles(cycles);
const none = (count: number): boolean => count === 0;
goal(`alarms raised over ${cycles} kills`, report.expected, 'alarms', (count) => count > cycles * 20, 'a load that bites');
goal('alarms missed', report.missed, 'alarms', none, '0');
goal('alarms raised twice', report.duplicates, 'alarms', none, '0');
goal('alarms that were not sent', report.unsent, 'alarms', none, '0');
goal('alarms not marked once', report.notMarkedOnce, 'alarms', none, '0');
goal('live messages and steps, not one an alarm', report.liveFaults, '', none, '0');
goal('damaged files', report.integrityFaults.length, 'files', none, '0');
console.log(`messages that left twice, because the kill came before the mark: ${report.sentAgain}`);
