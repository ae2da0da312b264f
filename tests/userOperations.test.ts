import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { userEndpoints } from '../server/contract/index.ts';
import { compared, done, forOtherClients } from './userOperations/lists.ts';
import { pagePaths } from './userOperations/pagePaths.ts';

const browser = join(import.meta.dirname, 'browser');
const textOf = (spec: string): string => readFileSync(join(browser, spec), 'utf8');

/** Not one of the 64: the ticket of the virtual login. */
const added = 'POST /executiveSummary/virtualLogin/ticket';
const operations = userEndpoints.map(({ method, path }) => `${method.toUpperCase()} ${path}`).filter((name) => name !== added);

it('each of the 64 operations is compared, done or for other clients, and only one of them', () => {
  expect(operations).toHaveLength(64);
  const listed = [compared, done, forOtherClients].flatMap((list) => Object.keys(list));
  expect(listed.toSorted()).toEqual(operations.toSorted());
});

it.each(Object.entries(compared))('%s is asked by the test that compares a figure of the page with it', (operation, spec) => {
  const [, path = ''] = operation.split(' ');
  // a path alone would also be found as the beginning of a longer one
  expect(textOf(spec)).toMatch(new RegExp(`/api/user${path}(?![/A-Za-z])`));
});

it.each(Object.entries(done))('%s is done by a person in a test', (_, { spec, sentence }) => {
  expect(textOf(spec)).toContain(sentence);
});

it.each(Object.entries(forOtherClients))('%s names its reason, and a page of the panel', (_, { reason, page }) => {
  expect(reason.length).toBeGreaterThan(15);
  expect(pagePaths()).toContain(page);
});

it('finds the pages and the tests at all', () => {
  expect(pagePaths().length).toBeGreaterThan(15);
  expect(readdirSync(browser).filter((name) => name.endsWith('.spec.ts')).length).toBeGreaterThan(5);
});
