import { expect, it } from 'vitest';
import { z } from 'zod';
import { ManualClock } from '../../core/clock.ts';
import { Failure } from '../../core/fail.ts';
import { sessionsOf, silent, someCaller, startRig } from '../../test/httpRig.ts';
import { type Context, type Route, route } from '../route.ts';
import { Preparation } from './preparation.ts';
import type { UsualQuestion } from './usualQuestions.ts';

const row = {
  base: 'plant',
  method: 'get',
  path: '/page',
  summary: 'x',
  auth: 'access',
  limit: 'none',
  prepared: true,
  faults: [],
  query: z.object({ type: z.enum(['DAY', 'YEAR']) }),
  reply: z.object({ made: z.string() }),
} as const;

const question = (type: string, path = '/api/plant/page'): UsualQuestion => ({ path, industryId: 'one', query: { type } });

const prepare = async (
  handle: (input: { query: { type: string } }, context: Context) => Promise<unknown> | unknown,
  ...questions: UsualQuestion[]
) => {
  const routes: Route[] = [{ row, handle: handle as Route['handle'] }];
  const preparation = new Preparation({
    routes,
    questions,
    askedAgoMs: () => Number.POSITIVE_INFINITY,
    clock: new ManualClock(0),
    log: silent,
  });
  preparation.start();
  await preparation.done;
  return preparation;
};

it('works out each question once, in their order, for nobody in particular of the industry', async () => {
  const asked: [string, Partial<Context['caller']>][] = [];
  await prepare(
    ({ query }, { caller, etag, sharedEtag }) => {
      etag('a tag');
      sharedEtag('another');
      asked.push([query.type, { userId: caller?.userId, industryId: caller?.industryId, internal: caller?.internal }]);
      return { made: query.type };
    },
    question('YEAR'),
    question('DAY'),
  );
  const nobody = { userId: '', industryId: 'one', internal: false };
  expect(asked).toEqual([
    ['YEAR', nobody],
    ['DAY', nobody],
  ]);
});

it('grants nothing: no permission, no change, no confirmed password', async () => {
  const refused: string[] = [];
  await prepare(async (_, { caller, confirm, audited, spend }) => {
    refused.push(`${caller?.permissions.size} permissions`);
    await confirm().catch(() => refused.push('confirm'));
    for (const [name, act] of [
      ['audited', () => audited({})],
      ['spend', () => spend('userCreate')],
    ] as const)
      try {
        act();
      } catch {
        refused.push(name);
      }
    return { made: '' };
  }, question('DAY'));
  expect(refused).toEqual(['0 permissions', 'confirm', 'audited', 'spend']);
});

it('goes on with the next question after one that cannot be answered any more', async () => {
  const made: string[] = [];
  await prepare(
    ({ query }) => {
      if (made.push(query.type) === 1) throw new Failure('noData', 'category not found');
      return { made: 1 };
    },
    question('DAY'),
    question('MONTH'),
    question('DAY', '/api/plant/other'),
    question('YEAR'),
    question('DAY'),
  );
  expect(made).toEqual(['DAY', 'YEAR', 'DAY']);
});

/** How often it looked whether somebody asks before it worked out the one question. */
const looksOf = async (askedAgoMs: (clock: ManualClock) => number): Promise<number> => {
  const clock = new ManualClock(0);
  let [looks, madeAfter] = [0, 0];
  const handle = () => {
    madeAfter = looks;
    return { made: '' };
  };
  const preparation = new Preparation({
    routes: [{ row, handle }],
    questions: [question('DAY')],
    askedAgoMs: () => {
      looks += 1;
      return askedAgoMs(clock);
    },
    clock,
    log: silent,
  });
  preparation.start();
  await preparation.done;
  return madeAfter;
};

it('gives way until nobody has asked for a tenth of a second', async () => {
  const agoMs = [5, 60, 99, 100, 5];
  expect(await looksOf(() => agoMs.shift() ?? 0)).toBe(4);
});

it('goes on after two seconds where somebody asks all the time', async () => {
  const looks = await looksOf((clock) => {
    clock.advance(500);
    return 0;
  });
  expect(looks).toBe(4);
});

it('stops at once, with what it is doing', async () => {
  const begun = Promise.withResolvers<void>();
  const made: string[] = [];
  const preparation = new Preparation({
    routes: [
      {
        row,
        handle: (_, { signal }) =>
          new Promise((_resolve, reject) => {
            made.push('begun');
            begun.resolve();
            signal.addEventListener('abort', () => reject(signal.reason));
          }),
      },
    ],
    questions: [question('DAY'), question('YEAR')],
    askedAgoMs: () => Number.POSITIVE_INFINITY,
    clock: new ManualClock(0),
    log: silent,
  });
  preparation.start();
  await begun.promise;
  await preparation.stop();
  expect(made).toEqual(['begun']);
});

it('is of what was answered by rows that are prepared, and of no refused request', async () => {
  const noted: unknown[] = [];
  const page = route(row)(({ query }) => ({ made: query.type }));
  const { prepared: _, ...unprepared } = { ...row, path: '/other' };
  const other = route(unprepared)(({ query }) => ({ made: query.type }));
  const sessions = sessionsOf({ asha: { caller: someCaller({ industryId: 'two' }), panel: false } });
  const usual = {
    note: (of: { path: string }, industryId: string, query: object) => void noted.push([of.path, industryId, query]),
  };
  const rig = await startRig([page, other], { sessions, usual });
  const ask = (path: string, who = 'asha') => rig.ask(`/api/plant${path}`, { headers: { authorization: `Bearer ${who}` } });
  try {
    expect((await ask('/page?type=DAY')).status).toBe(200);
    expect((await ask('/page?type=WEEK')).status).toBe(400);
    expect((await ask('/page?type=YEAR', 'nobody')).status).toBe(401);
    expect((await ask('/other?type=DAY')).status).toBe(200);
  } finally {
    await rig.stop();
  }
  expect(noted).toEqual([['/page', 'two', expect.objectContaining({ type: 'DAY' })]]);
});
