/**
 * `npm run test:reliability`: what must hold when something breaks, by the figures of docs/reliability.md. `--short` is the form for every
 * change, at most five minutes; `--only A4,A8` some of them. Exit code 1 where one does not hold; what cannot be tried here is named.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { messageOf } from '../../server/core/fail.ts';
import { keepNoConnections } from '../dispatcher.ts';
import type { Outcome, Scenario } from './scenario.ts';
import { backupKills, salvageKills } from './scenarios/backupKills.ts';
import { bigBackup, bigReports } from './scenarios/bigPlant.ts';
import { clockUnderDemo, clockUnderPlant } from './scenarios/clockSteps.ts';
import { dyingDisk, failingWrites } from './scenarios/diskFaults.ts';
import { fastDays } from './scenarios/fastDays.ts';
import { fullDisk } from './scenarios/fullDisk.ts';
import { imports } from './scenarios/imports.ts';
import { kills } from './scenarios/kills.ts';
import { memoryLimit } from './scenarios/memoryLimit.ts';
import { powerCutControl, powerCutsExt4, powerCutsXfs } from './scenarios/powerCuts.ts';
import { processTests } from './scenarios/processTests.ts';
import { redaction } from './scenarios/redaction.ts';
import { flappingField, soak } from './scenarios/soak.ts';
import { deafSockets, manySockets } from './scenarios/sockets.ts';
import { stops } from './scenarios/stops.ts';
import { syncedBytes, syncedBytesControl } from './scenarios/syncedBytes.ts';

keepNoConnections();
const { values } = parseArgs({
  options: { short: { type: 'boolean', default: false }, only: { type: 'string' }, json: { type: 'string' } },
});
const all: readonly Scenario[] = [
  kills,
  backupKills,
  salvageKills,
  stops,
  powerCutsExt4,
  powerCutControl,
  powerCutsXfs,
  syncedBytes,
  syncedBytesControl,
  failingWrites,
  fullDisk,
  dyingDisk,
  clockUnderPlant,
  clockUnderDemo,
  imports,
  memoryLimit,
  redaction,
  flappingField,
  manySockets,
  deafSockets,
  soak,
  fastDays,
  ...processTests,
  bigBackup,
  bigReports,
];
const asked = values.only?.split(',').map((id) => id.trim());
const chosen = all.filter(({ ids, isShort }) =>
  asked ? asked.some((id) => ids.split(', ').includes(id)) : isShort || !values.short,
);

const attempt = async ({ run }: Scenario): Promise<Outcome> => {
  try {
    return await run(values.short);
  } catch (error) {
    return { figures: {}, faults: [messageOf(error).slice(0, 600)] };
  }
};

type Ended = { ids: string; name: string; verdict: string; seconds: number } & Outcome;
const ended: Ended[] = [];
const startedMs = performance.now();
for (const scenario of chosen) {
  const { ids, name } = scenario;
  const lacking = scenario.lacks?.();
  const beganMs = performance.now();
  const outcome: Outcome = lacking === undefined ? await attempt(scenario) : { figures: { lacking }, faults: [] };
  const verdict = lacking === undefined ? (outcome.faults.length === 0 ? 'holds' : 'FAILS') : 'not tried';
  const seconds = Math.round((performance.now() - beganMs) / 1000);
  ended.push({ ids, name, verdict, seconds, ...outcome });
  console.log(`${verdict.padEnd(9)} ${ids}: ${name} (${seconds} s)`);
  for (const [what, value] of Object.entries(outcome.figures)) console.log(`            ${what}: ${value}`);
  for (const fault of outcome.faults) console.log(`            FAULT: ${fault}`);
}
if (values.json) writeFileSync(values.json, JSON.stringify(ended, undefined, 1));
const count = (verdict: string): number => ended.filter((one) => one.verdict === verdict).length;
console.log(
  `${count('holds')} hold, ${count('FAILS')} fail, ${count('not tried')} could not be tried, ${Math.round((performance.now() - startedMs) / 1000)} s`,
);
process.exitCode = count('FAILS') > 0 ? 1 : 0;
process.exit();
