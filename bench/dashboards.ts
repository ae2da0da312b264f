/**
 * Every dashboard of 1,000 series with a year of slots and five years of day totals: the first question after a start on a plant that
 * never answered it, the first one at once after a restart, the first one after a restart when the server has warmed up, and the same
 * question again. Processor time of the server stands beside, because other programs on the machine do not change it much.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { WarmUp } from '../server/composition/warmUp.ts';
import { type BigPlant, bigPlant, startBigPlant } from '../server/test/bigPlant.ts';
import { sessionsOf, silent, someCaller, startRig } from '../server/test/httpRig.ts';
import { LoadProcess } from '../server/test/loadClient.ts';
import { quantile } from '../server/test/readingsLoad.ts';

const ROUNDS = 20;
/** So long an answer about a running day is the same. */
const ANSWER_LASTS_MS = 10_000;
/** Of a month and of a year: the first question after a restart, and the same again. */
const goals = { month: { first: 60, p99: 10 }, year: { first: 200, p99: 10 } };

const today = bigPlant.date.split('-').reverse().join('/');
const v1 = '/api/user/deviceData?category=';
const v2 = '/api/user/deviceDataV2?category=';
const steps = ['DAY', 'MONTH', 'YEAR'] as const;
const oldSteps = ['HOUR', 'DATE', 'MONTH'] as const;
const questions: string[] = [
  ...steps.map((type) => `/api/user/landingPage/userData?date=${today}&type=${type}`),
  ...[...oldSteps, 'YEAR'].map((type) => `/api/user/summaryPage?date1=${today}&type=${type}`),
  ...steps.map((type) => `/api/user/executiveSummary/data?date=${today}&type=${type}`),
  ...['ID_SOURCE', 'STOCK_CATEGORY', 'GROUND_WATER_LEVEL', 'ENERGY_CATEGORY', 'QUALITY_CATEGORY'].flatMap((category) =>
    steps.map((type) => `${v2}${category}&date1=${today}&type=${type}`),
  ),
  ...['source', 'quality'].flatMap((category) => oldSteps.map((type) => `${v1}${category}&date1=${today}&type=${type}`)),
  '/api/plant/overview',
];

type Measured = { ms: number; cpuMs: number; p50: number; p99: number; againCpuMs: number };

/** What the server does by itself before people come, without the pauses. */
const warmUp = async ({ plant, clock }: BigPlant): Promise<void> => {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const before = process.cpuUsage();
  delay.enable();
  const routes = [...plant.dashboards.routes, ...plant.readings.routes];
  await new WarmUp({ routes, directory: plant.directory, clock, log: silent }).run();
  delay.disable();
  const { user, system } = process.cpuUsage(before);
  const [cpuMs, longestMs, p99Ms] = [(user + system) / 1000, delay.max / 1e6, delay.percentile(99) / 1e6];
  // what was answered just now would be sent again: people come later
  await pause(ANSWER_LASTS_MS);
  console.log(`warm-up: ${cpuMs.toFixed(0)} ms of CPU, turns p99 ${p99Ms.toFixed(0)} ms, longest ${longestMs.toFixed(0)} ms`);
};

/** One life of the server: every question once, then again. */
const life = async (
  folder?: string,
  { isWarm, keep } = { isWarm: false, keep: true },
): Promise<{ folder: string; answers: Map<string, Measured> }> => {
  const big = await startBigPlant(folder);
  const { plant, clock } = big;
  if (isWarm) await warmUp(big);
  const caller = someCaller({
    permissions: new Set(['BATCH_PROCESS', 'EFFICIENCY', 'WATER_BALANCE', 'REPORTS', 'EXECUTIVE_SUMMARY']),
  });
  const sessions = sessionsOf({ bench: { caller, panel: false } });
  const http = await startRig([...plant.dashboards.routes, ...plant.readings.routes], { clock, sessions });
  const load = new LoadProcess();
  const ask = async (path: string, rounds: number): Promise<{ ms: number[]; cpuMs: number }> => {
    const before = process.cpuUsage();
    const { ms, status } = await load.ask({ port: http.port, paths: [path], clients: 1, rounds });
    const { user, system } = process.cpuUsage(before);
    if (status.some((one) => one !== 200)) throw new Error(`${path} answered ${[...new Set(status)]}`);
    return { ms, cpuMs: (user + system) / 1000 / rounds };
  };
  const answers = new Map<string, Measured>();
  for (const path of questions) {
    const first = await ask(path, 1);
    const again = await ask(path, ROUNDS);
    const [p50, p99] = [quantile(again.ms, 0.5), quantile(again.ms, 0.99)];
    answers.set(path, { ms: first.ms[0] ?? 0, cpuMs: first.cpuMs, p50, p99, againCpuMs: again.cpuMs });
  }
  load.stop();
  await http.stop();
  await big.stop({ keep });
  return { folder: big.folder, answers };
};

const never = await life();
const restarted = await life(never.folder);
const warmed = await life(never.folder, { isWarm: true, keep: false });

console.log('first ms (CPU), never asked before | at once after a restart | after a restart, warmed up | again p50 / p99 (CPU)');
const missed = { atOnce: 0, warm: 0 };
const first = ({ ms, cpuMs }: Measured): string => `${ms.toFixed(0)} (${cpuMs.toFixed(0)})`;
for (const path of questions) {
  const [one, two, three] = [never, restarted, warmed].map(({ answers }) => answers.get(path));
  if (!one || !two || !three) continue;
  const goal = /YEAR|summaryPage.*MONTH|deviceData\?.*MONTH/.test(path) ? goals.year : goals.month;
  const isMissed = ({ ms, p99 }: Measured): boolean => ms > goal.first || p99 > goal.p99;
  if (isMissed(two)) missed.atOnce += 1;
  if (isMissed(three)) missed.warm += 1;
  const shown = [
    first(one).padStart(14),
    first(two).padStart(12),
    first(three).padStart(12),
    `${three.p50.toFixed(1)} / ${three.p99.toFixed(1)} (${three.againCpuMs.toFixed(1)})`.padStart(20),
  ];
  const mark = isMissed(three) ? ' MISSED' : isMissed(two) ? ' MISSED at once' : '';
  console.log(`${path.replace('/api/', '').padEnd(70)}${shown.join(' ')}${mark}`);
}
console.log(
  `goals: month ${goals.month.first} / ${goals.month.p99} ms, year ${goals.year.first} / ${goals.year.p99} ms; missed ${missed.atOnce} at once, ${missed.warm} warmed up`,
);
process.exitCode = missed.atOnce > 0 ? 1 : 0;
