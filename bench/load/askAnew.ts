import { uniformAt } from '../../server/core/random.ts';
import { SLOT_MS } from '../../server/core/slots.ts';
import { quantile } from '../../server/test/readingsLoad.ts';
import type { Answer, BigServer } from './bigServer.ts';
import { type Question, questions } from './dashboardQuestions.ts';

/**
 * Where first answers were prepared the code runs for the first times only now, and a collection of garbage falls into one answer or the other:
 * of few rounds the median would be of those.
 */
const ANEW_ROUNDS = 45;
/** For so long the tag of a running window stays the same; that of the overview, where nothing is polled, for a slot. */
const SAME_TAG_MS = 10_000;
const OVERVIEW = '/api/plant/overview';
/** Two and a half hours: a token holds for four. */
const OVERVIEW_ROUNDS = 30;
const LEAST_MADE = 8;

/** In an order of its own in each round: a collection of the old heap falls due about once a round, and would always meet the same ones. */
const inOrderOf = (round: number): readonly Question[] =>
  questions
    .map((question, at) => ({ question, place: uniformAt(1, round, at) }))
    .sort((a, b) => a.place - b.place)
    .map(({ question }) => question);

export const answered = (answer: Answer, path: string, status: readonly number[]): Answer => {
  if (!status.includes(answer.status)) throw new Error(`${path} answered ${answer.status}`);
  return answer;
};

/** Processor time of each question when its tag has changed, which the clock of the server sees to. */
export const askAnew = async (server: BigServer): Promise<Map<string, number>> => {
  const found = new Map<string, number[]>(questions.map(({ path }) => [path, []]));
  const ask = async (path: string): Promise<void> => {
    const { isRemembered, cpuMs } = answered(await server.ask(path), path, [200]);
    if (!isRemembered) found.get(path)?.push(cpuMs);
  };
  for (let round = 0; round < ANEW_ROUNDS; round += 1) {
    await server.moveOn(SAME_TAG_MS);
    for (const { path } of inOrderOf(round)) await ask(path);
  }
  for (let round = 0; round < OVERVIEW_ROUNDS; round += 1) {
    await server.moveOn(SLOT_MS);
    await ask(OVERVIEW);
  }
  return new Map(
    [...found].map(([path, cpuMs]) => {
      if (cpuMs.length < LEAST_MADE) throw new Error(`${path} was made anew only ${cpuMs.length} times`);
      return [path, quantile(cpuMs, 0.5)];
    }),
  );
};
