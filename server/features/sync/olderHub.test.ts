/** A plant whose key was changed, at a hub of a version that knows of no such thing. */
import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nextKey, prepareNextKey } from '../../bundle/identity.ts';
import { publicBytes } from '../../bundle/keys.ts';
import { started, stateOf } from '../../test/sync/syncedPlant.ts';

it('a prepared key waits while the hub is older, without a round being lost, and is taken in the first round with a newer one', async () => {
  const plant = await started();
  const keyFolder = join(plant.dataFolder, 'keys');
  const keyOf = (): Buffer => publicBytes(plant.identity.signing);
  const asked = (): string[] => plant.hub.log.filter((one) => one.includes('/rotate'));
  await plant.pair();
  const first = keyOf();
  const next = publicBytes(prepareNextKey(keyFolder).signing);
  for (const count of [1, 2]) {
    await plant.round();
    expect(stateOf(plant).lastError).toBeNull();
    expect(stateOf(plant).industries.map(({ provedTo }) => provedTo)).toEqual(
      stateOf(plant).industries.map(({ closedTo }) => closedTo),
    );
    expect(asked()).toHaveLength(count);
    expect(asked().at(-1)).toMatch(/ 404$/);
    expect(keyOf()).toEqual(first);
    expect(nextKey(keyFolder) && publicBytes(nextKey(keyFolder) as KeyObject)).toEqual(next);
  }

  plant.hub.isNewer = true;
  await plant.round();
  expect(stateOf(plant).lastError).toBeNull();
  expect(asked().at(-1)).toMatch(/ 200$/);
  expect(keyOf()).toEqual(next);
  expect(nextKey(keyFolder)).toBeUndefined();

  // from here on the hub takes the new key alone, and is not asked again
  await plant.round();
  expect(stateOf(plant).lastError).toBeNull();
  expect(asked()).toHaveLength(3);
});
