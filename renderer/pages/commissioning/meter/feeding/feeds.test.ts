import { describe, expect, it } from 'vitest';
import { isSameMeasure, seriesOfUnit } from '../../../../../server/contract/model/unitSeries.ts';
import { unitSpec } from '../../../../../server/contract/model/units.ts';
import { isMetered, likeliestKind, type UnitKindId, unitKindIds, unitKinds } from '../unitKinds.ts';
import { specOf } from '../unitSpecOf.ts';
import { conversionOf, convertedFor } from './conversion.ts';
import { feedsOf, paramsOf } from './feeds.ts';

type Signal = Parameters<typeof paramsOf>[0][number];
const signal = (name: string, kind: Signal['kind'], measure: string): Signal => ({ id: name, name, kind, measure, unitId: null });

/** Signals as somebody writes them by hand, and what each is to feed in a unit of each kind. */
const meter = [signal('Total', 'counter', 'm3'), signal('Rate', 'gauge', 'm³/h'), signal('Alarm', 'state', '')];
const water = { Total: 'volume', Rate: 'flow' };
const table: Record<UnitKindId, [signals: readonly Signal[], feeds: Record<string, string>]> = {
  intake: [meter, water],
  use: [meter, water],
  inside: [meter, water],
  discharge: [meter, water],
  well: [[...meter, signal('Depth', 'gauge', 'm')], { ...water, Depth: 'level' }],
  energy: [
    [signal('kVAh', 'counter', 'kVAh'), signal('Energy', 'counter', 'kWh'), signal('Load', 'gauge', 'kW')],
    { Energy: 'energy', Load: 'power', kVAh: 'apparent' },
  ],
  rain: [[signal('Tips', 'counter', 'mm')], { Tips: 'rain' }],
  level: [[signal('Level', 'gauge', 'm bgl')], { Level: 'level' }],
  tank: [[signal('Head', 'gauge', 'bar'), signal('Level', 'gauge', 'm')], { Level: 'level' }],
  quality: [
    [
      signal('pH', 'gauge', ''),
      signal('Dissolved oxygen', 'gauge', 'mg/L'),
      signal('TDS', 'gauge', 'mg/L'),
      signal('तापमान', 'gauge', '°C'),
    ],
    { pH: 'ph', 'Dissolved oxygen': 'do', TDS: 'tds', तापमान: 'parameter' },
  ],
};

describe('a unit whose device was entered by hand', () => {
  it.each(unitKindIds)('%s is what the server takes, and each signal feeds what it measures', (kind) => {
    const [signals, expected] = table[kind];
    const draft = {
      name: 'By hand',
      kind,
      group: 'g',
      modulus: '1000000',
      basePerCount: '1000',
      maxPerHour: '50',
      diameter: '3',
      height: '4',
    };
    const unit = unitSpec.parse(specOf(draft, signals, undefined));
    const feeds = feedsOf(unit.type, seriesOfUnit(unit), signals, undefined);
    expect(Object.fromEntries(feeds)).toEqual(expected);
    for (const { id, kind: signalKind, measure } of signals) {
      const param = feeds.get(id);
      const series = seriesOfUnit(unit).find((one) => one.param === param);
      if (param === undefined) continue;
      expect(series?.kind === 'counter', id).toBe(signalKind === 'counter');
      if (signalKind === 'gauge') expect(isSameMeasure(measure, series?.measure ?? 'none'), id).toBe(true);
    }
    expect(isMetered(kind)).toBe(unit.meta.meter !== undefined);
    expect(unit.type).toBe(unitKinds[kind].type);
  });

  it.each([
    [meter, 'intake'],
    [table.energy[0], 'energy'],
    [table.rain[0], 'rain'],
    [table.tank[0], 'tank'],
    [table.quality[0], 'quality'],
    [[], 'intake'],
  ] as const)('begins with the kind that its signals measure (%#)', (signals, kind) => {
    expect(likeliestKind(signals)).toBe(kind);
  });

  it('takes no signal that feeds another unit, and none without a measure for a flow', () => {
    const taken = { ...signal('pH', 'gauge', ''), unitId: 'u' };
    expect(paramsOf([taken], undefined)).toEqual({});
    expect(
      feedsOf('flow', seriesOfUnit({ type: 'flow', meta: {} as never }), [signal('Rate', 'gauge', '')], undefined).size,
    ).toBe(0);
  });

  it('names two signals of one name apart', () => {
    const two = [signal('pH', 'gauge', ''), { ...signal('pH', 'gauge', ''), id: 'second' }];
    expect(Object.keys(paramsOf(two, undefined))).toEqual(['ph', 'ph_2']);
    const unit = { type: 'quality' as const, meta: { params: paramsOf(two, undefined) } as never };
    expect(Object.fromEntries(feedsOf('quality', seriesOfUnit(unit), two, undefined))).toEqual({ pH: 'ph', second: 'ph_2' });
  });
});

describe('a signal in another measure than that of the unit', () => {
  const flow = seriesOfUnit({ type: 'flow', meta: {} as never });
  const decode = {
    space: 'holding' as const,
    address: 4,
    type: 'uint16' as const,
    wordOrder: 'ABCD' as const,
    sentinels: [65_535],
  };

  it('feeds what it measures where no other signal has the measure itself', () => {
    const rate = signal('Rate', 'gauge', 'L/s');
    expect(Object.fromEntries(feedsOf('flow', flow, [rate], undefined))).toEqual({ Rate: 'flow' });
    const exact = signal('Second', 'gauge', 'm³/h');
    expect(Object.fromEntries(feedsOf('flow', flow, [rate, exact], undefined))).toEqual({ Second: 'flow' });
    expect(feedsOf('flow', flow, [signal('Pressure', 'gauge', 'bar'), signal('Gallons', 'gauge', 'gpm')], undefined).size).toBe(
      0,
    );
  });

  it('keeps its registers, and is scaled with its offset and the range that is believed', () => {
    const tag = { measure: 'L/s', decode: { ...decode, scale: 0.1, offset: -2, min: -2, max: 50 } };
    expect(convertedFor(tag, flow, 'flow')).toEqual({
      factor: 3.6,
      measure: 'm3/h',
      decode: { ...decode, scale: 0.36, offset: -7.2, min: -7.2, max: 180 },
    });
    expect(convertedFor({ ...tag, measure: 'm³/h' }, flow, 'flow')).toBeNull();
    expect(convertedFor({ ...tag, measure: 'm3' }, flow, 'volume')).toBeNull();
  });

  it.each([
    ['L/min', 'm3/h', 0.06],
    ['KLD', 'm³/h', 1 / 24],
    ['cm', 'm', 0.01],
    ['mm', 'm bgl', 0.001],
    ['W', 'kW', 0.001],
    ['MW', 'kW', 1000],
    ['mW', 'kW', null],
    ['bar', 'm', null],
    ['', 'm3/h', null],
  ] as const)('%s as %s is times %s', (from, to, factor) => {
    expect(conversionOf(from, to)).toBe(factor);
  });
});
