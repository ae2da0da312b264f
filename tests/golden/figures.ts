import { afterAll, beforeAll, expect } from 'vitest';
import { loginAt } from '../../server/test/policyRig.ts';
import { askForBytes } from './ask.ts';
import { type FrozenPlant, startFrozenPlant } from './frozenPlant.ts';

export const day = '11/11/2026';
export let plant: FrozenPlant;
export let tokens: Map<string, string>;

/** The number at a path of an answer; names of lists are looked up by the ids of their entries. */
export const figure = async (user: string, question: string, path: readonly string[]): Promise<unknown> => {
  const { status, bytes } = await askForBytes(`${plant.url}/api/user/${question}`, tokens.get(user));
  expect(status, question).toBe(200);
  const idOf = (entry: Record<string, unknown>): unknown =>
    entry.standardCategoryId ?? entry.category ?? entry.industryId ?? entry.key ?? entry.id;
  return path.reduce<unknown>(
    (found, name) =>
      Array.isArray(found) ? found.find((entry) => idOf(entry) === name) : (found as Record<string, unknown> | undefined)?.[name],
    JSON.parse(Buffer.from(bytes).toString('utf8')),
  );
};

/** Of the answers of one day, named by who gave them. */
export const all = (asked: Record<string, unknown>): unknown[] => [
  ...new Set(Object.values(asked).map((value) => JSON.stringify(value))),
];
export const yesterday = `date1=${day}`;

export const askFrozenPlant = (): void => {
  beforeAll(async () => {
    plant = await startFrozenPlant();
    tokens = new Map();
    for (const user of ['admin', 'north', 'staff'] as const) tokens.set(user, (await loginAt(plant.url, user)).access_token);
  });
  afterAll(() => plant.stop());
};
