import { describe, expect, it } from 'vitest';
import { MemoryUnitDirectory } from '../../plantModel/index.ts';
import { toAlertItem } from './answers.ts';
import type { AlarmBrief } from './model.ts';

const directory = new MemoryUnitDirectory({ industryIds: async () => [], read: async () => undefined });
const brief = (fields: Partial<AlarmBrief>): AlarmBrief => ({
  industryId: 'DEMO',
  unitId: 'well',
  category: 'unit_threshold',
  alertType: 'unit_threshold_alert',
  title: '',
  body: '',
  priority: 3,
  insight: false,
  value: 18.0070858001709,
  threshold: 15.12345678,
  meta: {},
  raisedAtMs: 0,
  ...fields,
});
const metaOf = (fields: Partial<AlarmBrief>) => toAlertItem(brief(fields), directory).meta;

describe('the meta of an alert', () => {
  it('has the documented names alone, rounded, with the unit of both numbers', () => {
    const facts = {
      unit: 'Well',
      v: 18.0070858001709,
      u: 'KL',
      thr: 15.12345678,
      pct: 80.17578125,
      at: '',
      code: 3,
      since: '06:00',
    };
    expect(metaOf({ meta: facts })).toEqual({ alertType: 'unit_threshold', value: 18.007, threshold: 15.123, siUnit: 'KL' });
  });

  it('says which sign of its category it is, where a category has several: a node of the balance at its meter', () => {
    const facts = { unit: 'Node', lossKLD: 4.5, code: 3 };
    expect(metaOf({ category: 'stable_flow', meta: facts })).toEqual({
      alertType: 'stable_flow',
      value: 18.007,
      threshold: 15.123,
      code: 3,
    });
  });

  it('names no unit where the facts are in another one than the limit', () => {
    const facts = { unit: 'Node', lossKLD: 4.5, u: 'KL', thr: 3 };
    expect(metaOf({ meta: facts })).toEqual({ alertType: 'unit_threshold', value: 18.007, threshold: 15.123 });
  });

  it('keeps the largest numbers that are posted', () => {
    expect(metaOf({ meta: {}, value: 1e308, threshold: -1e308 })).toMatchObject({ value: 1e308, threshold: -1e308 });
  });

  it('names the measure of a level, whose text may be in volumes', () => {
    const facts = { unit: 'Tank', v: 90, u: 'KL', pct: 93, thr: 90, measure: '%' };
    expect(metaOf({ value: 93, threshold: 90, meta: facts })).toMatchObject({ value: 93, threshold: 90, siUnit: '%' });
  });

  it('keeps the numbers that a program posted', () => {
    const meta = { value: 1, threshold: 2, pumps: 3.25 };
    expect(metaOf({ value: 1, threshold: 2, meta })).toEqual({ alertType: 'unit_threshold', ...meta });
  });
});
