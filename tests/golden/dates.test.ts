import { afterAll, beforeAll, expect, it } from 'vitest';
import { loginAt } from '../../server/test/policyRig.ts';
import { askForBytes } from './ask.ts';
import { type FrozenPlant, startFrozenPlant } from './frozenPlant.ts';
import { groups } from './requests.ts';

let plant: FrozenPlant;
let token: string;
beforeAll(async () => {
  plant = await startFrozenPlant();
  token = (await loginAt(plant.url, 'admin')).access_token;
});
afterAll(() => plant.stop());

const DATE = /\d{2}\/\d{2}\/\d{4}/g;
const MONTH = /month=\d{2}\/\d{4}/g;
/** One question of each operation and type of window that takes a date. */
const questions = [
  ...new Map(
    Object.values(groups)
      .flat()
      .map(({ path }) => path)
      .filter((path) => (DATE.test(path) || MONTH.test(path)) && !/reportFormat=(pdf|xlsx)/.test(path))
      .map((path) => [`${path.split('?')[0]} ${/type=\w+/.exec(path)?.[0]} ${/category=\w+/.exec(path)?.[0]}`, path]),
  ).values(),
];

it.each(['01/01/0001', '31/12/1969', '01/01/1970', '29/02/2024', '29/03/2026', '25/10/2026', '30/12/9999', '31/12/9999'])(
  'no question with the valid date %s ends in a fault of the server',
  async (date) => {
    expect(questions.length).toBeGreaterThan(40);
    const faults: string[] = [];
    for (const question of questions) {
      const path = question.replace(DATE, date).replace(MONTH, `month=${date.slice(3)}`);
      const { status } = await askForBytes(plant.url + path, token);
      if (status >= 500) faults.push(`${status} ${path}`);
    }
    expect(faults).toEqual([]);
  },
  120_000,
);
