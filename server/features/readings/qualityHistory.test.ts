import { describe, expect, it } from 'vitest';
import type { UnitMeta } from '../../contract/model/units.ts';
import { joined, same, v1 } from '../../test/deviceDataPlant.ts';
import { TestPlant } from '../../test/testPlant.ts';

describe('the history of quality by hour', () => {
  const quality = (): TestPlant =>
    joined(new TestPlant(), '2026-06-01T00:00:00Z')
      .addCategory('QUALITY_CATEGORY', ['lab'])
      .addCategory('SOURCE_CATEGORY', ['out'])
      .addUnit({ id: 'out1', type: 'flow', subCategoryId: 'out' })
      .addUnit({
        id: 'q1',
        type: 'quality',
        subCategoryId: 'lab',
        meta: { flowUnitId: 'out1', params: { cod: { name: 'COD', unit: 'mg/L', lt: null, ht: 250 } } } as UnitMeta,
      });

  it('has the seven days before date1, oldest first, by quarter hours and only while water flows', async () => {
    const plant = quality()
      // 96 slots wet, the rest dry
      .write('out1', 'volume', '2026-06-09', 0, [...same(96, 100), ...same(192, 0)])
      .write('q1', 'cod', '2026-06-09', 0, [...same(90, 100), ...same(6, 300), ...same(192, 900)]);
    const data = await v1('date1=10/06/2026&category=quality&type=HOUR', plant);
    expect(data.history?.days.map(({ date }) => date)).toEqual([
      '03/06/2026',
      '04/06/2026',
      '05/06/2026',
      '06/06/2026',
      '07/06/2026',
      '08/06/2026',
      '09/06/2026',
    ]);
    // mean (90 x 100 + 6 x 300) / 96; the 92nd of 96 values; two quarter hours above 250
    expect(data.history?.days[6]).toEqual({
      date: '09/06/2026',
      unitId: 'q1',
      params: { cod: { min: 100, max: 300, avg: 112.5, p95: 300, minutesOut: 30, validPct: 33.3 } },
    });
    expect(data.history?.days[0]?.params.cod).toEqual({ min: null, max: null, avg: null, p95: null, minutesOut: 0, validPct: 0 });
  });

  it('comes with HOUR alone', async () => {
    for (const type of ['DATE', 'MONTH', 'YEAR'])
      expect(await v1(`date1=10/06/2026&category=quality&type=${type}`, quality())).not.toHaveProperty('history');
    expect(await v1('date1=10/06/2026&category=source&type=HOUR', quality())).not.toHaveProperty('history');
  });
});
