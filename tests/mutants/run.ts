/**
 * Changes rules one at a time in a copy of the project and runs their tests: what no test sees is printed.
 *
 *   npm run test:mutants                          a sample of 600 mutants, at most 60 minutes; exit code 1 below 90 % in any room
 *   npm run test:mutants -- --seed 7 --sample 900 --minutes 90 --room server/features/plc
 *   npm run test:mutants -- --room server/core/shift.ts     one file of a room
 *   npm run test:mutants -- --lanes 1 --times     one mutant at a time (else two), and how long each took
 *   npm run test:mutants -- --fixed               the list of fixed.json, all of which must be killed
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Copy, copyOf } from './copy.ts';
import { runFixed } from './fixed.ts';
import { Related } from './related.ts';
import { Runner, type Verdict } from './runner.ts';
import { type Candidate, mutated, type Room, rooms, sampleOf } from './sample.ts';
import { TestOrder } from './testOrder.ts';

const LEAST_PERCENT = 90;
const { values: given } = parseArgs({
  options: {
    fixed: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    sample: { type: 'string', default: '600' },
    minutes: { type: 'string', default: '60' },
    room: { type: 'string' },
    lanes: { type: 'string', default: '2' },
    times: { type: 'boolean', default: false },
  },
});

/** `timeouts`: how many of the killed are so because their tests did not end, twice; `red`: tests that fail without any mutant. */
type Tally = { room: string; killed: number; timeouts: number; tried: number; asked: number; survivors: string[]; red: number };

/** A copy of the project in which one mutant at a time is tried, beside other such copies. */
type Lane = { copy: Copy; runner: Runner };

/** Asks one test after the other until one fails. */
const judged = async ({ copy, runner }: Lane, order: TestOrder, { room, file, mutant }: Candidate): Promise<Verdict> => {
  const text = mutated(readFileSync(join(copy.root, file), 'utf8'), mutant);
  let ms = 0;
  for (const test of order.of(file, room)) {
    if (!(await order.isGreen(runner, test))) continue;
    const verdict = await runner.judge(file, text, [[test]], () => order.timeoutMs(test));
    ms += verdict.ms;
    if (verdict.isKilled) return { ...verdict, ms };
  }
  return { isKilled: false, by: '', ms };
};

const tryOne = async (lane: Lane, order: TestOrder, candidate: Candidate, tally: Tally): Promise<void> => {
  const { file, mutant } = candidate;
  const { isKilled, by, ms } = await judged(lane, order, candidate);
  const place = `${file}:${mutant.line} ${mutant.operator}`;
  if (given.times) console.log(`${(ms / 1000).toFixed(1)} s ${place} (${by || 'survived'})`);
  tally.tried += 1;
  if (isKilled) {
    tally.killed += 1;
    order.hasKilled(by, file);
    if (by === 'timeout') {
      tally.timeouts += 1;
      console.log(`did not end ${place}`);
    }
  } else {
    const source = readFileSync(join(lane.copy.root, file), 'utf8');
    const shown = `${place}: ${source.slice(mutant.start, mutant.end)} -> ${mutant.text}`;
    tally.survivors.push(shown.replaceAll(/\s+/g, ' '));
    console.log(`survived ${tally.survivors.at(-1)}`);
  }
  if (tally.tried % 20 === 0) console.log(sumOf(tally));
};

const tryRoom = async (lanes: readonly Lane[], room: Room, sample: readonly Candidate[], endMs: number): Promise<Tally> => {
  const [first] = lanes;
  if (!first) throw new Error('no lane');
  const order = new TestOrder(new Related(first.copy.root, await first.runner.tests()));
  const tally: Tally = { room: room.folder, killed: 0, timeouts: 0, tried: 0, asked: sample.length, survivors: [], red: 0 };
  const left = sample.values();
  await Promise.all(
    lanes.map(async (lane) => {
      while (performance.now() < endMs) {
        const { value } = left.next();
        if (!value) return;
        await tryOne(lane, order, value, tally);
      }
    }),
  );
  tally.red = order.red.size;
  return tally;
};

const sumOf = ({ room, killed, timeouts, tried, asked }: Tally): string =>
  [
    `${room}: ${killed} of ${tried} killed (${timeouts} of them did not end), ${((100 * killed) / Math.max(1, tried)).toFixed(1)} %`,
    ...(tried < asked ? [`its time was over before the other ${asked - tried}`] : []),
  ].join('; ');

const percent = ({ killed, tried }: Tally): number => (tried === 0 ? 0 : (100 * killed) / tried);

const runSample = async (root: string, lanes: readonly Lane[]): Promise<boolean> => {
  const seed = Number(given.seed);
  const within = given.room ?? '';
  const chosen = rooms.filter(({ folder }) => within === '' || within === folder || within.startsWith(`${folder}/`));
  const whole = chosen.reduce((sum, { share }) => sum + share, 0);
  const startedMs = performance.now();
  const tallies: Tally[] = [];
  let shareDone = 0;
  for (const room of chosen) {
    shareDone += room.share;
    const sample = sampleOf(root, room, Math.ceil((Number(given.sample) * room.share) / whole), seed, within);
    const endMs = startedMs + (Number(given.minutes) * 60_000 * shareDone) / whole;
    tallies.push(await tryRoom(lanes, room, sample, endMs));
  }
  console.log(`seed ${seed}`);
  for (const tally of tallies) console.log(sumOf(tally));
  for (const line of tallies.flatMap(({ survivors }) => survivors)) console.log(`  ${line}`);
  return tallies.every((tally) => percent(tally) >= LEAST_PERCENT && tally.red === 0);
};

/** Two lanes of one test at a time use two cores better than one of two: most mutants are seen by the first test that is asked. */
const count = given.fixed ? 1 : Number(given.lanes);
const lanes: Lane[] = Array.from({ length: count }, () => {
  const copy = copyOf(resolve(import.meta.dirname, '../..'));
  return { copy, runner: new Runner(copy, count > 1 ? 1 : 2) };
});
const [{ copy, runner }] = lanes as [Lane];
const end = async (): Promise<void> => {
  for (const lane of lanes) {
    await lane.runner.stop();
    lane.copy.remove();
  }
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void end().then(() => process.exit(1)));
try {
  process.exitCode = (await (given.fixed ? runFixed(copy.root, runner) : runSample(copy.root, lanes))) ? 0 : 1;
} finally {
  await end();
}
