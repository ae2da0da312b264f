import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Fault } from '../../test/sync/standInHub.ts';
import { blocksOf, rowsOf, started, stateOf } from '../../test/sync/syncedPlant.ts';

describe('a line with faults', () => {
  const faults: Fault[] = ['cut', 'lostAnswer', 'twice', 'portal', 'wrongKey', 429, 503, 507];

  it.each(faults)(
    'whose requests meet %s again and again ends in the same, and nothing of the plant is changed',
    async (fault) => {
      const plant = await started();
      const { hub, sqlite } = plant;
      const before = rowsOf(sqlite);
      hub.faultOf = (_, count) => (count % (typeof fault === 'number' ? 7 : 3) === 0 ? fault : undefined);
      await plant.pair();
      for (let rounds = 0; rounds < 60 && stateOf(plant).industries.some((one) => one.closedTo !== one.provedTo); rounds += 1)
        await plant.round();
      hub.faultOf = () => undefined;
      await plant.round();
      expect(stateOf(plant)).toMatchObject({ lastError: null, failures: 0, hub: { state: 'paired' } });
      expect(hub.blocks).toBe(blocksOf(sqlite));
      expect(new Set(hub.entries).size).toBe(hub.entries.length);
      expect(rowsOf(sqlite)).toEqual(before);
    },
  );

  it('that breaks in the middle of a bundle: the upload continues where it broke, also after a restart', async () => {
    const plant = await started();
    const { hub, dataFolder } = plant;
    let chunks = 0;
    hub.faultOf = ({ method }) => {
      if (method === 'PATCH') chunks += 1;
      return method === 'PATCH' && chunks > 1 ? 'cut' : undefined;
    };
    await plant.pair();
    expect(stateOf(plant).failures).toBe(1);
    expect(existsSync(join(dataFolder, 'temp-sync', 'waiting.json'))).toBe(true);
    await plant.sync.stop();
    hub.faultOf = () => undefined;
    const asked = hub.log.length;
    const again = plant.create();
    onTestFinished(() => again.stop());
    await plant.round(again);
    const offsets = hub.log.slice(asked).flatMap((line) => /offset=(\d+)/.exec(line)?.[1] ?? []);
    expect(offsets[0]).toBe('65536');
    expect(plant.hub.blocks).toBe(blocksOf(plant.sqlite));
    expect(readdirSync(dataFolder)).not.toContain('temp-sync');
  });
});
