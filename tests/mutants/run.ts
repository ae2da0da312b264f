/**
 * Changes rules one at a time in a copy of the project and runs their tests: what no test sees is printed.
 *
 *   npm run test:mutants                          a sample of 600 mutants, at most 60 minutes; exit code 1 below 90 % in any room
 *   npm run test:mutants -- --seed 7 --sample 900 --minutes 90 --room server/features/plc
 *   npm run test:mutants -- --room server/core/shift.ts     one file of a room
 *   npm run test:mutants -- --fixed               the list of fixed.json, all of which must be killed
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { copyOf } from './copy.ts';
import { runFixed } from './fixed.ts';
import { Related } from './related.ts';
import { Runner } from './runner.ts';
import { type Candidate, mutated, type Room, rooms, sampleOf } from './sample.ts';

const LEAST_PERCENT = 90;
const MOST_TESTS = 12;
/** Slower tests than these are left out where there are others; never the nearest, which is the file's own. */
const MOST_MS = 60_000;
const { values: given } = parseArgs({
  options: {
    fixed: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    sample: { type: 'string', default: '600' },
    minutes: { type: 'string', default: '60' },
    room: { type: 'string' },
  },
});

/** `timeouts`: how many of the killed are so because their tests did not end, twice; `red`: tests that fail without any mutant. */
type Tally = { room: string; killed: number; timeouts: number; tried: number; asked: number; survivors: string[]; red: number };

/** Tests that see a file in two groups: the nearest alone, then the others. Only those that pass as the code is. */
class Groups {
  readonly #related: Related;
  readonly #runner: Runner;
  readonly #green = new Map<string, number>();
  readonly red = new Set<string>();

  constructor(related: Related, runner: Runner) {
    this.#related = related;
    this.#runner = runner;
  }

  async of(file: string, room: string): Promise<string[][]> {
    const tests = this.#related.of(file, room, MOST_TESTS);
    for (const test of tests) {
      if (this.#green.has(test) || this.red.has(test)) continue;
      let { isGreen, ms } = await this.#runner.baseline([test], 300_000);
      if (!isGreen) ({ isGreen, ms } = await this.#runner.baseline([test], 300_000));
      if (isGreen) this.#green.set(test, ms);
      else this.#setAside(test);
    }
    const all = tests.filter((test) => this.#green.has(test));
    const green = all.filter((test, at) => at === 0 || (this.#green.get(test) ?? 0) <= MOST_MS);
    return [green.slice(0, 1), green.slice(1)];
  }

  /** A test that is red without any mutant proves nothing; the run goes on without it, and fails at its end. */
  #setAside(test: string): void {
    this.red.add(test);
    console.log(`red twice without any mutant, left out: ${test}`);
  }

  /** What a run of these takes at most, unless a mutant keeps it from ending. */
  timeoutMs(tests: string[]): number {
    return 20_000 + 3 * tests.reduce((sum, test) => sum + (this.#green.get(test) ?? 0), 0);
  }
}

const tryRoom = async (root: string, runner: Runner, room: Room, sample: Candidate[], endMs: number): Promise<Tally> => {
  const groups = new Groups(new Related(root, await runner.tests()), runner);
  const tally: Tally = { room: room.folder, killed: 0, timeouts: 0, tried: 0, asked: sample.length, survivors: [], red: 0 };
  for (const { file, mutant } of sample) {
    if (performance.now() > endMs) break;
    const source = readFileSync(join(root, file), 'utf8');
    const tests = await groups.of(file, room.folder);
    if (tally.tried > 0 && tally.tried % 20 === 0) console.log(sumOf(tally));
    const { isKilled, by } = await runner.judge(file, mutated(source, mutant), tests, (some) => groups.timeoutMs(some));
    tally.tried += 1;
    if (isKilled) {
      tally.killed += 1;
      if (by === 'timeout') {
        tally.timeouts += 1;
        console.log(`did not end ${file}:${mutant.line} ${mutant.operator}`);
      }
    } else {
      const shown = `${file}:${mutant.line} ${mutant.operator}: ${source.slice(mutant.start, mutant.end)} -> ${mutant.text}`;
      tally.survivors.push(shown.replaceAll(/\s+/g, ' '));
      console.log(`survived ${tally.survivors.at(-1)}`);
    }
  }
  tally.red = groups.red.size;
  return tally;
};

const sumOf = ({ room, killed, timeouts, tried, asked }: Tally): string =>
  [
    `${room}: ${killed} of ${tried} killed (${timeouts} of them did not end), ${((100 * killed) / Math.max(1, tried)).toFixed(1)} %`,
    ...(tried < asked ? [`its time was over before the other ${asked - tried}`] : []),
  ].join('; ');

const percent = ({ killed, tried }: Tally): number => (tried === 0 ? 0 : (100 * killed) / tried);

const runSample = async (root: string, runner: Runner): Promise<boolean> => {
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
    tallies.push(await tryRoom(root, runner, room, sample, endMs));
  }
  console.log(`seed ${seed}`);
  for (const tally of tallies) console.log(sumOf(tally));
  for (const line of tallies.flatMap(({ survivors }) => survivors)) console.log(`  ${line}`);
  return tallies.every((tally) => percent(tally) >= LEAST_PERCENT && tally.red === 0);
};

const copy = copyOf(resolve(import.meta.dirname, '../..'));
const runner = new Runner(copy.root);
const end = async (): Promise<void> => {
  await runner.stop();
  copy.remove();
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end().then(() => process.exit(1)));
try {
  process.exitCode = (await (given.fixed ? runFixed(copy.root, runner) : runSample(copy.root, runner))) ? 0 : 1;
} finally {
  await end();
}
