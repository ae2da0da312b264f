import { afterAll, expect, it } from 'vitest';
import { diskFaults, FailingStatements } from '../../test/failingStatements.ts';
import { blocksOf, rowsOf, started, stateOf } from '../../test/sync/syncedPlant.ts';

const statements = new FailingStatements();
afterAll(() => statements.restore());

it('a disk that refuses one write of each round keeps nothing from the hub for good, and sends nothing twice', async () => {
  const plant = await started();
  const { hub, sqlite } = plant;
  const before = rowsOf(sqlite);
  const struck = new Set<string>();
  const isProved = (): boolean => {
    const { industries } = stateOf(plant);
    return industries.length > 0 && industries.every((one) => one.closedTo === one.provedTo);
  };
  const strike = async (at: number, work: () => Promise<void>): Promise<void> => {
    statements.arm(sqlite, diskFaults[at % diskFaults.length] ?? 'SQLITE_FULL', at);
    await work().catch(() => undefined);
    statements.disarm();
    if (statements.struck !== '') struck.add(statements.struck);
  };
  for (let at = 1; stateOf(plant).hub?.state !== 'paired' && at < 20; at += 1) await strike(at, plant.pair);
  expect(stateOf(plant).hub?.state).toBe('paired');
  for (let rounds = 0; rounds < 26; rounds += 1) await strike(1 + (rounds % 13), plant.round);
  for (let rounds = 0; rounds < 5 && !isProved(); rounds += 1) await plant.round();
  expect(stateOf(plant)).toMatchObject({ lastError: null, failures: 0, hub: { state: 'paired' } });
  expect(isProved()).toBe(true);
  expect(hub.blocks).toBe(blocksOf(sqlite));
  expect(new Set(hub.entries).size).toBe(hub.entries.length);
  expect(rowsOf(sqlite)).toEqual(before);
  expect([...struck].filter((source) => source.includes('sync_')).length).toBeGreaterThan(5);
});
