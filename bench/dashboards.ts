/**
 * Every dashboard of 1,000 series with a year of slots and five years of day totals, asked of the real server from its bundled files: the
 * first question on a plant that never answered it, and after a restart, in which the server is a new process and the pages of its data and of
 * its compiled code are dropped, and which has three seconds to prepare what was asked in the life before; the same question again; with the
 * tag of the answer (304); and anew, which is the same question ten seconds later by the server's clock, when its tag has changed. Anew is asked of a quarter and a half of the units too: processor time must not grow faster than they do.
 * Processor time of all threads of the server stands beside. `EACH=1` gives each question a restart of its own, which nothing was asked in before.
 */
import { findBundled } from '../server/bundled.ts';
import type { BigPlantSize } from '../server/test/bigPlant.ts';
import { quantile } from '../server/test/readingsLoad.ts';
import { answered, askAnew } from './load/askAnew.ts';
import { type Answer, type BigFolder, type BigServer, openBigFolder, startBigServer } from './load/bigServer.ts';
import { goalOf, goals, type Question, questions } from './load/dashboardQuestions.ts';

/** Of fewer, the slowest one would stand for 99 of 100. */
const ROUNDS = 200;
const MOST_GROWTH = 2.2;
const sizes: readonly BigPlantSize[] = [0.25, 0.5, 1];
const isEach = process.env.EACH === '1';

type Times = { ms: readonly number[]; cpuMs: readonly number[] };
type Asked = { first: Answer; again: Times; notModified: Times };

const timesOf = (answers: readonly Answer[]): Times => ({
  ms: answers.map(({ ms }) => ms),
  cpuMs: answers.map(({ cpuMs }) => cpuMs),
});
const median = (numbers: readonly number[]): number => quantile([...numbers], 0.5);
const mean = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

/** The first time, again, and with the tag of the last answer; a tag that changed meanwhile is answered whole and not counted. */
const askOf = async (server: BigServer, { path }: Question): Promise<Asked> => {
  const first = answered(await server.ask(path), path, [200]);
  const again: Answer[] = [];
  const unchanged: Answer[] = [];
  for (let round = 0; round < ROUNDS; round += 1) again.push(answered(await server.ask(path), path, [200]));
  let { etag } = again.at(-1) ?? first;
  for (let round = 0; round < ROUNDS && etag !== ''; round += 1) {
    const answer = answered(await server.ask(path, { 'if-none-match': etag }), path, [200, 304]);
    if (answer.status === 304) unchanged.push(answer);
    else ({ etag } = answer);
  }
  return { first, again: timesOf(again), notModified: timesOf(unchanged) };
};

const inLife = async <T>(folder: BigFolder, work: (server: BigServer) => Promise<T>): Promise<T> => {
  const server = await startBigServer(folder);
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
};

const askAll = async (server: BigServer): Promise<Map<string, Asked>> => {
  const found = new Map<string, Asked>();
  for (const question of questions) found.set(question.path, await askOf(server, question));
  return found;
};

const lives = async (folder: BigFolder) => {
  const never = await inLife(folder, askAll);
  const { restarted, anew } = await inLife(folder, async (server) => ({
    restarted: await askAll(server),
    anew: await askAnew(server),
  }));
  if (isEach)
    for (const question of questions) restarted.set(question.path, await inLife(folder, (server) => askOf(server, question)));
  return { never, restarted, anew };
};

/** As of all units in the life after a restart, in which less of the code was run before. */
const anewOf = async (size: BigPlantSize): Promise<Map<string, number>> => {
  const folder = await openBigFolder(1, size);
  try {
    await inLife(folder, askAll);
    return await inLife(folder, async (server) => {
      await askAll(server);
      return askAnew(server);
    });
  } finally {
    folder.remove();
  }
};

console.log(findBundled() === undefined ? 'from the sources: npm run build makes the bundled files' : 'from the bundled files');
const folder = await openBigFolder(1);
const { never, restarted, anew } = await lives(folder).finally(() => folder.remove());
const bySize = new Map([[1, anew]]);
for (const size of sizes) if (size !== 1) bySize.set(size, await anewOf(size));

const shownMs = ({ ms, cpuMs }: Answer): string => `${ms.toFixed(0)} (${cpuMs.toFixed(0)})`;
const shownTimes = ({ ms, cpuMs }: Times): string =>
  ms.length === 0 ? '-' : `${median(ms).toFixed(1)} / ${quantile([...ms], 0.99).toFixed(1)} (${mean(cpuMs).toFixed(1)})`;

console.log(
  'first ms (CPU), never asked before | after a restart | again p50 / p99 (CPU) | 304 p50 / p99 (CPU) | anew: CPU of 250, 500, 1,000 series, and fit',
);
let missed = 0;
for (const question of questions) {
  const { path } = question;
  const [one, two] = [never.get(path), restarted.get(path)];
  if (!one || !two) continue;
  const goal = goalOf(question);
  const cpu = sizes.map((size) => bySize.get(size)?.get(path) ?? Number.NaN);
  const [quarter = Number.NaN, half = Number.NaN, whole = Number.NaN] = cpu;
  // a straight line through the outer two, and how far the middle one is from it
  const perSeries = (whole - quarter) / 750;
  const middle = quarter + perSeries * 250;
  const reasons = [
    two.first.ms > goal.first && 'first',
    quantile([...two.again.ms], 0.99) > goal.p99 && 'again',
    two.notModified.ms.length > 0 && median(two.notModified.ms) > goals.notModified && '304',
    // of short ones the clock of the processor says too little
    whole > 10 && whole > MOST_GROWTH * half && 'linear',
  ].filter((reason) => reason !== false);
  if (reasons.length > 0) missed += 1;
  const shown = [
    shownMs(one.first).padStart(12),
    shownMs(two.first).padStart(12),
    shownTimes(two.again).padStart(20),
    shownTimes(two.notModified).padStart(18),
    cpu
      .map((ms) => ms.toFixed(1))
      .join(', ')
      .padStart(18),
    `${(quarter - perSeries * 250).toFixed(1)} ms + ${(1000 * perSeries).toFixed(0)} us a series, middle ${(100 * (half / middle - 1)).toFixed(0)} %`,
  ];
  console.log(
    `${path.replace('/api/', '').padEnd(66)}${shown.join(' ')}${reasons.length > 0 ? ` MISSED ${reasons.join(', ')}` : ''}`,
  );
}
console.log(
  `goals: month ${goals.month.first} / ${goals.month.p99} ms, year ${goals.year.first} / ${goals.year.p99} ms, 304 ${goals.notModified} ms, ` +
    `of twice the series at most ${MOST_GROWTH} x the processor time; ${missed} of ${questions.length} missed`,
);
process.exitCode = missed > 0 ? 1 : 0;
