import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Runner, Verdict } from './runner.ts';

/** A change of a safety rule, by the text it has today, and the tests that must see it. */
type Fixed = { rule: string; file: string; find: string; replace: string; tests: string[] };

export const fixedMutants = (root: string): Fixed[] => JSON.parse(readFileSync(join(root, 'tests/mutants/fixed.json'), 'utf8'));

/** @throws Error where the text of a rule is no longer there exactly once: the list has to follow the code. */
export const textOf = (root: string, { rule, file, find, replace }: Fixed): string => {
  const source = readFileSync(join(root, file), 'utf8');
  const places = source.split(find).length - 1;
  if (places !== 1)
    throw new Error(`${rule}: ${file} holds ${JSON.stringify(find)} ${places} times, not once; change tests/mutants/fixed.json`);
  return source.replace(find, () => replace);
};

export const runFixed = async (root: string, runner: Runner): Promise<boolean> => {
  const list = fixedMutants(root).map((one) => ({ ...one, text: textOf(root, one) }));
  const tests = [...new Set(list.flatMap((one) => one.tests))];
  for (const test of tests) {
    const { isGreen } = await runner.baseline([test], 300_000);
    if (!isGreen) throw new Error(`red without any mutant: ${test}`);
  }
  const survived: string[] = [];
  for (const { rule, file, text, tests } of list) {
    const { isKilled, by, ms }: Verdict = await runner.judge(file, text, [tests], () => 120_000);
    console.log(
      `${isKilled ? 'killed  ' : 'SURVIVED'} ${(ms / 1000).toFixed(1).padStart(5)} s  ${rule}${isKilled ? ` (${by})` : ''}`,
    );
    if (!isKilled) survived.push(rule);
  }
  console.log(`${list.length - survived.length} of ${list.length} killed`);
  return survived.length === 0;
};
