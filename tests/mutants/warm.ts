/** A process with a started vitest in it, which runs tests when it is sent their names, until it is ended from outside. */
import { join, relative } from 'node:path';
import { createVitest } from 'vitest/node';

export type Ask = { id: number; changed: string[]; tests: string[]; stopAtFirst: boolean };
/** Said once: the test files that there are. Those that take long are left out: a sample has thousands of runs. */
export type Started = { tests: string[] };
export type Answer = { id: number; isGreen: boolean; failed: string[]; ms: number };

const root = process.cwd();
const options = {
  root,
  watch: false,
  project: ['server', 'apart'],
  reporters: [{}],
  bail: 1,
  maxWorkers: Number(process.argv[2] ?? 2),
  testTimeout: 60_000,
  config: join(root, 'vite.config.ts'),
};
const vitest = await createVitest('test', options);
await vitest.standalone();
const all = await vitest.globTestSpecifications();

const run = async ({ id, changed, tests, stopAtFirst }: Ask): Promise<Answer> => {
  const startedMs = performance.now();
  for (const file of changed) vitest.invalidateFile(join(root, file));
  vitest.config.bail = stopAtFirst ? 1 : 0;
  // failures of earlier runs would count towards stopping at the first
  vitest.state.idMap.clear();
  vitest.state.filesMap.clear();
  const specifications = tests.flatMap((test) => all.filter(({ moduleId }) => moduleId === join(root, test)));
  if (specifications.length < tests.length) throw new Error(`no such tests: ${tests.join(' ')}`);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications, false);
  const failed = testModules.filter((module) => module.state() === 'failed').map(({ moduleId }) => moduleId);
  return { id, isGreen: failed.length === 0 && unhandledErrors.length === 0, failed, ms: performance.now() - startedMs };
};

process.on('message', (ask: Ask) => {
  run(ask).then(
    (answer) => process.send?.(answer),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.send?.({ tests: all.map(({ moduleId }) => relative(root, moduleId)) } satisfies Started);
