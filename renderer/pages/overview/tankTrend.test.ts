import { describe, expect, it } from 'vitest';
import { balanceGraph } from '../../../server/contract/model/balanceGraph.ts';
import type { OverviewUnit, TankForecast } from '../../../server/contract/plant/overview.ts';
import { LiveValues } from '../../state/liveValues.ts';
import { forecastWords, shortWords } from './forecastWords.ts';
import { tankFlows, tankTrend } from './tankTrend.ts';

const forecast = (ratePerHour: number, hoursToFull: number | null, hoursToEmpty: number | null): TankForecast => ({
  ...{ ratePerHour, hoursToFull, hoursToEmpty },
});
const [capacity, level, m3PerUnit] = [510, 255, 1];

describe('what is said of a tank to come', () => {
  it('is when it is full or empty, where its level and the flows around it agree', () => {
    expect(tankTrend(forecast(14.4, 2.6, null), { netPerHour: 11, capacity, level, m3PerUnit })).toEqual({
      kind: 'full',
      hours: 2.6,
    });
    expect(tankTrend(forecast(-14.4, null, 8), { netPerHour: -16, capacity, level, m3PerUnit })).toEqual({
      kind: 'empty',
      hours: 8,
    });
    expect(tankTrend(forecast(0.4, null, null), { netPerHour: -1, capacity, level, m3PerUnit })).toEqual({ kind: 'steady' });
  });

  it.each([
    ['rose in the last hour, and falls now', forecast(14.4, 2.6, null), -6.6],
    ['was steady, and fills now', forecast(0.3, null, null), 31],
    ['fell, and rises now', forecast(-20, null, 4), 12],
    ['rose a little, and fills quickly now', forecast(8, 40, null), 31],
  ])('is both rates, and what the flows now lead to, where it %s', (_, of, netPerHour) => {
    expect(tankTrend(of, { netPerHour, capacity, level, m3PerUnit })).toEqual({
      kind: 'differ',
      lastHourM3h: of.ratePerHour,
      nowM3h: netPerHour,
      ahead: { kind: netPerHour > 0 ? 'full' : 'empty', hours: 255 / Math.abs(netPerHour) },
    });
  });

  it('is what the flows now lead to where the last hour is not known, and nothing where they hardly change it', () => {
    expect(tankTrend(undefined, { netPerHour: -30.7, capacity, level, m3PerUnit })).toEqual({ kind: 'empty', hours: 255 / 30.7 });
    expect(tankTrend(undefined, { netPerHour: -1, capacity, level, m3PerUnit })).toEqual({ kind: 'none' });
    expect(tankTrend(undefined, { netPerHour: null, capacity, level, m3PerUnit })).toEqual({ kind: 'none' });
    expect(tankTrend(undefined, { netPerHour: -30.7, capacity, level: null, m3PerUnit })).toEqual({ kind: 'none' });
  });

  it('is what the level alone says where not all around it has a meter', () => {
    expect(tankTrend(forecast(14.4, 2.6, null), { netPerHour: null, capacity, level, m3PerUnit })).toEqual({
      kind: 'full',
      hours: 2.6,
    });
  });

  it.each([
    ['L', 510_000, 1 / 1000],
    ['KL', 510, 1],
    ['ML', 0.51, 1000],
  ])('gives both rates in m³/h also where the tank is shown in %s', (_, size, m3Each) => {
    const of = { netPerHour: -6.6 / m3Each, capacity: size, level: size / 2, m3PerUnit: m3Each };
    const trend = tankTrend(forecast(14.4 / m3Each, 2.6, null), of);
    expect(forecastWords(trend)).toBe('last hour +14.4, now −6.6 m³/h, empty in 39 h');
  });

  it('that comes within minutes is not in 0 h', () => {
    expect([0, 0.04, 0.1, 2.5, 60].map((hours) => forecastWords({ kind: 'full', hours }))).toEqual([
      'full in less than 6 min',
      'full in less than 6 min',
      'full in 0.1 h',
      'full in 2.5 h',
      'full in 2.5 d',
    ]);
  });

  it('reads as two rates, with their signs', () => {
    const rates = { kind: 'differ', lastHourM3h: 14.4, nowM3h: -6.6 } as const;
    expect(forecastWords({ ...rates, ahead: null })).toBe('last hour +14.4, now −6.6 m³/h');
    expect(forecastWords({ ...rates, ahead: { kind: 'empty', hours: 38.6 } })).toBe(
      'last hour +14.4, now −6.6 m³/h, empty in 39 h',
    );
    expect(shortWords({ ...rates, ahead: { kind: 'empty', hours: 38.6 } })).toBe('empty in 39 h');
    expect(shortWords({ ...rates, ahead: null })).toBe('');
    expect(shortWords({ kind: 'steady' })).toBe('steady');
    expect(forecastWords({ kind: 'full', hours: 2.6 })).toBe('full in 2.6 h');
    expect(forecastWords({ kind: 'none' })).toBe('');
  });
});

describe('what runs into and out of a tank', () => {
  const node = (id: string, type: string, more = {}) => ({ id, type, label: id, position: { x: 0, y: 0 }, ...more });
  const edge = (source: string, target: string, unitIds: string[]) => ({ id: `${source} ${target}`, source, target, unitIds });
  const graphOf = (...more: ReturnType<typeof edge>[]) =>
    balanceGraph.parse({
      version: 1,
      nodes: [
        node('well', 'source'),
        node('tank', 'tank', { stockUnitIds: ['t'] }),
        node('use', 'consumer'),
        node('air', 'loss'),
      ],
      edges: [edge('well', 'tank', ['in']), edge('tank', 'use', ['out']), edge('tank', 'air', []), ...more],
    });
  const now = Date.UTC(2026, 10, 22);
  const unit = (unitId: string) =>
    ({
      ...{ unitId, type: 'flow', today: { value: 1 } },
      params: [{ param: 'flow', measure: 'm3/h', value: 0, quality: 'GOOD', at: new Date(now).toISOString() }],
    }) as unknown as OverviewUnit;
  const known = new Map(['in', 'out', 'leak'].map((id) => [id, unit(id)]));
  const flowsOf = (graph: ReturnType<typeof graphOf>, atMs = now) => {
    const values = new LiveValues();
    const at = new Date(atMs).toISOString();
    const good = { param: 'flow', quality: 'GOOD', at } as const;
    values.take([
      { ...good, unitId: 'in', value: 40 },
      { ...good, unitId: 'out', value: 9 },
    ]);
    return tankFlows(graph, 't', { values, units: known, moment: { nowMs: now, connected: true } });
  };

  it('is by its meters, and the net too where every pipe but a loss has one', () => {
    expect(flowsOf(graphOf())).toEqual({ inM3h: 40, outM3h: 9, netM3h: 31 });
  });

  it('has no net where a pipe has no meter, or a meter cannot be trusted', () => {
    expect(flowsOf(graphOf(edge('well', 'tank', [])))).toEqual({ inM3h: 40, outM3h: 9, netM3h: null });
    expect(flowsOf(graphOf(), now - 600_000)).toMatchObject({ netM3h: null });
  });

  it('is not known of a tank that the balance does not have', () => {
    const graph = graphOf();
    const nothing = { values: new LiveValues(), units: known, moment: { nowMs: now, connected: true } };
    expect(tankFlows(graph, 'other', nothing)).toEqual({ inM3h: null, outM3h: null, netM3h: null });
  });
});
