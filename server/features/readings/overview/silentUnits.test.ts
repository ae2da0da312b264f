import { describe, expect, it } from 'vitest';
import { overview } from '../../../contract/plant/overview.ts';
import { feed, noon, same, serve, waterPlant } from '../../../test/servedOverview.ts';
import type { TestPlant } from '../../../test/testPlant.ts';
import type { FieldTrouble } from './silence.ts';

describe('units that do not report', () => {
  const line: FieldTrouble = {
    kind: 'line',
    id: 'gate',
    name: 'Gateway',
    reason: 'lineDown',
    detail: 'cannot connect',
    address: '10.0.0.7:502',
    sinceMs: Date.parse('2026-06-10T06:00:00Z'),
  };
  const plantOf = () =>
    waterPlant()
      .addUnit({ id: 'a', type: 'flow', subCategoryId: 'use', feeds: [feed('flow', 'd1')] })
      .addUnit({ id: 'b', type: 'flow', subCategoryId: 'use', feeds: [feed('flow', 'd2')] })
      .addUnit({ id: 'pond', type: 'manual', subCategoryId: 'use' })
      .addUnit({ id: 'sum', type: 'virtual', subCategoryId: 'use' });
  const silentOf = async (who: string, plant = plantOf()) => {
    const ask = await serve(plant, noon, { troubles: () => (deviceId) => (deviceId.startsWith('d') ? line : null) });
    return overview.parse((await ask('/api/plant/overview', who)).body).silent;
  };

  it('are grouped by their cause, without those that are worked out', async () => {
    expect(await silentOf('viewer')).toEqual([
      {
        kind: 'line',
        id: 'gate',
        name: 'Gateway',
        reason: 'lineDown',
        detail: 'cannot connect',
        since: '2026-06-10T06:00:00.000Z',
        unitIds: ['a', 'b'],
      },
      { kind: 'unit', id: null, name: '', reason: 'noDevice', detail: null, since: null, unitIds: ['in1'] },
      { kind: 'unit', id: null, name: '', reason: 'neverEntered', detail: null, since: null, unitIds: ['pond'] },
    ]);
  });

  it('have the address of their line for those who commission', async () => {
    expect((await silentOf('asha'))[0]?.address).toBe('10.0.0.7:502');
  });

  it('include no manual unit that has a value', async () => {
    const plant = plantOf().write('pond', 'volume', '2026-03-01', 0, [1000], 'R');
    expect((await silentOf('viewer', plant)).flatMap(({ unitIds }) => unitIds)).toEqual(['a', 'b', 'in1']);
  });
});

describe('a meter that joined today', () => {
  const completenessOf = async (plant: TestPlant) => {
    const ask = await serve(plant, noon);
    const { kpis, units } = overview.parse((await ask('/api/plant/overview')).body);
    return { plant: kpis.intake.completeness, unit: units.find(({ unitId }) => unitId === 'in2')?.today.completeness };
  };
  const joined = { id: 'in2', type: 'flow' as const, subCategoryId: 'intake', standardCategoryIds: ['ID_SOURCE'] };
  const createdAtMs = Date.parse('2026-06-10T10:00:00+05:30');
  const known = () =>
    waterPlant().write('in1', 'volume', '2026-06-09', 0, same(288, 100)).write('in1', 'volume', '2026-06-10', 0, same(72, 100));

  it('is expected only since then', async () => {
    const plant = known().addUnit({ ...joined, createdAtMs });
    plant.write('in2', 'volume', '2026-06-10', 48, same(24, 10));
    expect(await completenessOf(plant)).toEqual({ plant: 100, unit: 100 });
  });

  it('is missed where it has been silent since', async () => {
    const plant = known().addUnit({ ...joined, createdAtMs });
    plant.write('in2', 'volume', '2026-06-10', 48, same(12, 10));
    expect(await completenessOf(plant)).toEqual({ plant: 87.5, unit: 50 });
  });
});
