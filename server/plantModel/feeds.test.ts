import { describe, expect, it } from 'vitest';
import { METER, someUnit } from '../test/configuredPlant.ts';
import { feedFault } from './feeds.ts';

type Case = [type: string, meta: object, tag: { param: string; kind: 'counter' | 'gauge' | 'state'; measure?: string }];
const meter = { meter: METER };
const quality = {
  params: { ph: { name: 'pH', unit: 'pH', lt: null, ht: null }, ec: { name: 'EC', unit: 'µS/cm', lt: null, ht: null } },
};
const fault = ([type, meta, tag]: Case) => feedFault(someUnit({ type, meta, name: 'U' }), { measure: '', ...tag });

describe('a tag feeds a unit', () => {
  it.each<Case>([
    ['flow', meter, { param: 'volume', kind: 'counter', measure: 'm3' }],
    ['flow', meter, { param: 'volume', kind: 'counter', measure: 'gal' }],
    ['flow', {}, { param: 'flow', kind: 'gauge', measure: 'm³/h' }],
    ['stock', {}, { param: 'level', kind: 'gauge', measure: 'm' }],
    ['stock', {}, { param: 'volume', kind: 'gauge', measure: 'L' }],
    ['borewell', {}, { param: 'level', kind: 'gauge', measure: 'm' }],
    ['energy', meter, { param: 'energy', kind: 'counter', measure: 'kWh' }],
    ['energy', {}, { param: 'power', kind: 'gauge' }],
    ['rain', meter, { param: 'rain', kind: 'counter', measure: 'mm' }],
    ['quality', quality, { param: 'ph', kind: 'gauge', measure: '' }],
    ['quality', quality, { param: 'ec', kind: 'gauge', measure: 'μS/cm' }],
  ])('%s', (...args) => expect(fault(args)).toBeUndefined());
});

describe('a tag is refused', () => {
  it.each<[...Case, string, RegExp]>([
    ['flow', meter, { param: 'level', kind: 'gauge' }, 'param', /it has volume, flow/],
    ['flow', meter, { param: 'volume', kind: 'gauge' }, 'kind', /counter; a tag without a totalizer feeds flow/],
    ['rain', meter, { param: 'rain', kind: 'gauge' }, 'kind', /does not fit rain, which is a counter$/],
    ['flow', meter, { param: 'flow', kind: 'counter' }, 'kind', /does not fit flow/],
    ['flow', meter, { param: 'flow', kind: 'state' }, 'kind', /state/],
    ['flow', {}, { param: 'volume', kind: 'counter' }, 'unitId', /no meter/],
    ['flow', {}, { param: 'flow', kind: 'gauge', measure: 'm3/s' }, 'measure', /kept in m3\/h/],
    ['stock', {}, { param: 'level', kind: 'gauge', measure: 'mm' }, 'measure', /kept in m:/],
    ['energy', {}, { param: 'power', kind: 'gauge', measure: 'W' }, 'measure', /kept in kW/],
    ['quality', quality, { param: 'ec', kind: 'gauge', measure: 'mS/cm' }, 'measure', /kept in µS\/cm/],
    ['manual', {}, { param: 'volume', kind: 'counter' }, 'unitId', /manual/],
    ['virtual', { expression: [{ unitId: 'a', factor: 1 }] }, { param: 'volume', kind: 'counter' }, 'unitId', /virtual/],
  ])('%s %o %o', (type, meta, tag, path, message) =>
    expect(fault([type, meta, tag])).toEqual({ path, message: expect.stringMatching(message) }),
  );
});
