/**
 * Every dashboard of 1,000 series with a year of slots and five years of day totals: the first question after a start on a plant that
 * never answered it, the same question again, and the first one after a restart. Processor time of the server stands beside, because other
 * programs on the machine do not change it much.
 */
import { bigPlant, startBigPlant } from '../server/test/bigPlant.ts';
import { sessionsOf, someCaller, startRig } from '../server/test/httpRig.ts';
import { LoadProcess } from '../server/test/loadClient.ts';
import { quantile } from '../server/test/readingsLoad.ts';

const ROUNDS = 20;
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

/** One life of the server: every question once, then again. */
const life = async (folder: string | undefined): Promise<{ folder: string; answers: Map<string, Measured> }> => {
  const big = await startBigPlant(folder);
  const { plant, clock } = big;
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
  await big.stop({ keep: folder === undefined });
  return { folder: big.folder, answers };
};

const never = await life(undefined);
const restarted = await life(never.folder);

console.log('first ms (CPU), never asked before | after a restart | again p50 / p99 (CPU)');
let missed = 0;
for (const path of questions) {
  const [one, two] = [never.answers.get(path), restarted.answers.get(path)];
  if (!one || !two) continue;
  const goal = /YEAR|summaryPage.*MONTH|deviceData\?.*MONTH/.test(path) ? goals.year : goals.month;
  const isMissed = two.ms > goal.first || two.p99 > goal.p99;
  if (isMissed) missed += 1;
  const shown = [
    `${one.ms.toFixed(0)} (${one.cpuMs.toFixed(0)})`.padStart(14),
    `${two.ms.toFixed(0)} (${two.cpuMs.toFixed(0)})`.padStart(12),
    `${two.p50.toFixed(1)} / ${two.p99.toFixed(1)} (${two.againCpuMs.toFixed(1)})`.padStart(20),
  ];
  console.log(`${path.replace('/api/', '').padEnd(70)}${shown.join(' ')}${isMissed ? ' MISSED' : ''}`);
}
console.log(
  `goals: month ${goals.month.first} / ${goals.month.p99} ms, year ${goals.year.first} / ${goals.year.p99} ms; ${missed} missed`,
);
process.exitCode = missed > 0 ? 1 : 0;
