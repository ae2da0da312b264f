import { describe, expect, it } from 'vitest';
import { unitInfo } from '../contract/model/units.ts';
import { METER, someUnit } from '../test/configuredPlant.ts';
import type { Unit } from './model.ts';
import { toUnitInfo } from './unitInfo.ts';

const unit = (fields: Record<string, unknown>, feeds: Unit['feeds'] = []): Unit => ({
  ...someUnit(fields),
  id: 'u1',
  industryId: 'DEMO',
  categoryId: 'SOURCE_CATEGORY',
  createdAtMs: 0,
  version: 1,
  series: [],
  feeds,
  countedIn: [],
  adds: [],
});

describe('a unit as clients see it', () => {
  it('names the device that feeds it, its thresholds and its meter', () => {
    const feed = {
      tagId: 't1',
      deviceId: 'd1',
      name: 'Total',
      param: 'volume',
      kind: 'counter',
      measure: 'm3',
      periodMs: 5000,
    } as const;
    const meta = { meter: METER, unitThreshold: 40, highThreshold: 3, alertEnabled: { daily_threshold: true }, freshwater: true };
    const info = toUnitInfo(unit({ meta, maxCapacity: 120 }, [feed]), 4, { group: 'Supply' });
    expect(info).toMatchObject({
      index: 4,
      unitId: 'u1',
      group: 'Supply',
      deviceId: 'd1',
      unitThreshold: 40,
      monthlyThreshold: null,
      maxCapacity: 120,
      highThreshold: { value: 3 },
      alertEnabled: true,
      meta: { litresPerCount: 1000, modulus: 1_000_000, freshwater: true },
    });
    expect(Object.keys(info.meta ?? {}).sort()).toEqual(['freshwater', 'litresPerCount', 'modulus']);
    expect(info.lowThreshold).toBeUndefined();
    expect(unitInfo.parse(info)).toEqual(info);
  });

  it.each([
    [{ daily_threshold: true }, true],
    [{ monthly_threshold: true }, true],
    [{ level_exceed: true }, true],
    [{ daily_threshold: false, stable_flow: true }, false],
    [{}, false],
  ])('shows the alert switches %j as %s', (alertEnabled, shown) => {
    expect(toUnitInfo(unit({ meta: { meter: METER, alertEnabled } }), 0).alertEnabled).toBe(shown);
  });

  it('has limits and alert switches by parameter when it measures quality', () => {
    const params = {
      ph: { name: 'pH', unit: '', lt: 6.5, ht: 8.5 },
      tds: { name: 'TDS', unit: 'mg/L', lt: null, ht: 500 },
    };
    const info = toUnitInfo(unit({ type: 'quality', meta: { params, alertEnabled: { tds: true } } }), 0);
    expect(info).toMatchObject({
      lowThreshold: { ph: 6.5, tds: null },
      highThreshold: { ph: 8.5, tds: 500 },
      alertEnabled: { ph: false, tds: true },
      params: { ph: { alertEnabled: false }, tds: { alertEnabled: true, unit: 'mg/L' } },
      deviceId: null,
    });
    expect(unitInfo.parse(info)).toEqual(info);
  });
});
