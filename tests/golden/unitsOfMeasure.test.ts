import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loginAt } from '../../server/test/policyRig.ts';
import { askForBytes } from './ask.ts';
import { type FrozenPlant, startFrozenPlant } from './frozenPlant.ts';
import { differingQuantities } from './quantities.ts';
import { groups } from './requests.ts';

/** Every question of the golden answers that the unit of measure may change and that answers JSON or a printed report. */
const questions = Object.entries(groups)
  .filter(([group]) =>
    ['deviceData', 'granular', 'trends', 'pages', 'balance', 'water', 'reports', 'returns', 'accounts'].includes(group),
  )
  .flatMap(([, requests]) => requests)
  .filter(({ user, path }) => user !== 'north' && !path.includes('{') && !/formattedOutput=false|formatter=ai/.test(path))
  .filter(({ path }) => !/reportFormat=(pdf|xlsx)|\/audit|\/sessions|accounts\/settings|lastupdated|industry\/facts/.test(path));

let plant: FrozenPlant;
let admin: string;
const tokens = new Map<string, string>();
beforeAll(async () => {
  plant = await startFrozenPlant();
  for (const user of ['admin', 'operator', 'technician', 'viewer', 'staff'] as const)
    tokens.set(user, (await loginAt(plant.url, user)).access_token);
  admin = tokens.get('admin') ?? '';
});
afterAll(() => plant.stop());

const choose = async (siUnit: string): Promise<void> => {
  const operations = ['SOURCE_CATEGORY', 'STOCK_CATEGORY'].map((category) => ({ path: `/siUnit/${category}`, value: siUnit }));
  const response = await fetch(`${plant.url}/api/user/accounts/info`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
    body: JSON.stringify({ operations }),
  });
  expect(response.status, await response.text()).toBe(200);
};

const askAll = async (): Promise<Map<string, unknown>> => {
  const answers = new Map<string, unknown>();
  for (const { user, path } of questions) {
    const { status, type, bytes } = await askForBytes(plant.url + path, tokens.get(user));
    if (status === 200 && type.startsWith('application/json')) answers.set(path, JSON.parse(Buffer.from(bytes).toString()));
  }
  return answers;
};

describe('units of measure', () => {
  it('change what numbers are written in, never what they mean: all answers of a plant in KL, m3, L and ML', async () => {
    const before = await askAll();
    expect(before.size).toBeGreaterThan(60);
    for (const siUnit of ['ML', 'L', 'm3']) {
      await choose(siUnit);
      const after = await askAll();
      const faults = [...before].flatMap(([path, value]) =>
        differingQuantities({ value, parents: [] }, { value: after.get(path), parents: [] }).map(
          (fault) => `${siUnit} ${path} ${fault}`,
        ),
      );
      expect(faults.slice(0, 40).join('\n')).toBe('');
      const written = JSON.stringify([...after.values()]);
      expect(written).toContain(`"siUnit":"${siUnit}"`);
    }
    await choose('KL');
    expect([...(await askAll())].map(([path]) => path)).toEqual([...before.keys()]);
  }, 1_200_000);
});
