import { expect } from 'vitest';
import type { DeviceDataV2 } from '../../contract/user/deviceData.ts';
import type { DeviceDataV1 } from '../../contract/user/deviceDataV1.ts';
import type { ExecKpi, ExecutiveSummary } from '../../contract/user/executiveSummary.ts';
import type { LandingUserData } from '../../contract/user/landing.ts';
import type { Neutrality } from '../../contract/user/neutrality.ts';
import type { RoEfficiency } from '../../contract/user/roEfficiency.ts';
import type { NaivePlant, Span } from './naive.ts';
import type { RandomPlant } from './randomPlant.ts';

/** Differences of what is shown to what was worked out slot by slot. */
export class Faults {
  readonly found: string[] = [];
  count = 0;
  since = '';

  check(what: string, shown: number | string | null | undefined, amount: number | string | null, noise = 0): void {
    this.count += 1;
    if (shown === amount || (shown === undefined && amount === null)) return;
    if (typeof shown === 'number' && typeof amount === 'number' && Math.abs(shown - amount) <= noise) return;
    this.found.push(`${this.since}: ${what}: ${shown} for ${amount}`);
  }
}

/** A day, or the days of its month or year up to it. */
export type Asked = { date: string; type: 'DAY' | 'MONTH' | 'YEAR' };

/** A client that keeps what it was answered, and takes it again where the plant says that it is the same. */
export class Client {
  readonly #kept = new Map<string, { tag: string; answer: unknown }>();
  readonly plant: RandomPlant;

  constructor(plant: RandomPlant) {
    this.plant = plant;
  }

  async get<T>(path: string): Promise<T> {
    const kept = this.#kept.get(path);
    const { status, body, text, headers } = await this.plant.ask(path, kept ? { headers: { 'if-none-match': kept.tag } } : {});
    if (status === 304) return kept?.answer as T;
    expect(status, `${path}: ${text}`).toBe(200);
    const answer = body ?? text;
    if (headers.etag !== undefined) this.#kept.set(path, { tag: headers.etag, answer });
    return answer as T;
  }
}

type Work = { client: Client; naive: NaivePlant; faults: Faults };

const spanOf = ({ window: { from, to } }: { window: { from: string; to: string } }): Span => ({
  from: Date.parse(from) / 300_000,
  to: Date.parse(to) / 300_000,
});

const checkEnergy = async ({ client, naive, faults }: Work, { date, type }: Asked): Promise<void> => {
  const data = await client.get<DeviceDataV2>(
    `/api/user/deviceDataV2?date1=${date}&category=ENERGY_CATEGORY&type=${type}&v2=true`,
  );
  const span = spanOf(data);
  for (const { unitId: id, energy } of data.categories.flatMap(({ subCategories }) =>
    subCategories.flatMap(({ units }) => units),
  )) {
    const about = `${type} ${date} ${id}`;
    const wh = naive.sum(`${id}.energy`, span);
    const vah = naive.sum(`${id}.apparent`, span);
    faults.check(`${about} kWh`, energy?.kWh, wh === null ? null : wh / 1000, 0.0501);
    faults.check(`${about} kVAh`, energy?.kVAh, vah === null ? null : vah / 1000, 0.0501);
    faults.check(`${about} pf`, energy?.pf, naive.ratio(`${id}.energy`, `${id}.apparent`, span), 0.000501);
    const demand = naive.demand(`${id}.apparent`, span);
    faults.check(`${about} demand`, energy?.maxDemandKVA, demand === null ? null : demand.va / 1000, 0.0501);
    faults.check(`${about} demand at`, energy?.maxDemandAt, demand?.at ?? null);
    const flowId = naive.units.find((unit) => unit.id === id)?.meta?.flowUnitId ?? '';
    faults.check(`${about} kWh/KL`, energy?.secKWhPerKL, naive.ratio(`${id}.energy`, `${flowId}.volume`, span), 0.000501);
    if (type !== 'YEAR') faults.check(`${about} cost`, energy?.cost, naive.cost(id, span, type === 'MONTH'), 0.00501);
    faults.check(`${about} CO2`, energy?.kgCO2, wh === null ? null : (wh / 1000) * naive.facts.tariffs.gridKgCO2PerKWh, 0.0501);
  }
};

const checkQuality = async ({ client, naive, faults }: Work, { date, type }: Asked): Promise<void> => {
  const data = await client.get<DeviceDataV2>(`/api/user/deviceDataV2?date1=${date}&category=QUALITY_CATEGORY&type=${type}`);
  const span = spanOf(data);
  for (const { unitId: id, quality } of data.categories.flatMap(({ subCategories }) =>
    subCategories.flatMap(({ units }) => units),
  )) {
    for (const [param, { series }] of Object.entries(quality?.params ?? {})) {
      const about = `${type} ${date} ${id} ${param}`;
      const stepOf = (at: number): Span => ({ from: span.from + at, to: span.from + at + (series.stepMinutes ?? 0) / 5 });
      if (type !== 'DAY' || series.stepMinutes === null) continue;
      for (const [at, value] of series.values.entries()) {
        const known = naive.known(`${id}.${param}`, stepOf((at * (series.stepMinutes ?? 0)) / 5));
        const mean = known.length === 0 ? 0 : known.reduce((sum, one) => sum + one, 0) / known.length;
        faults.check(`${about} hour ${at}`, value, mean, 0.0051);
      }
    }
    if (type === 'YEAR') continue;
    const flowId = naive.units.find((unit) => unit.id === id)?.meta?.flowUnitId ?? '';
    const mg = naive.load(`${id}.tds`, `${flowId}.volume`, span);
    const days = type === 'DAY' ? 1 : Number(date.slice(0, 2));
    faults.check(`${type} ${date} ${id} load`, quality?.loadKgPerDay?.tds, mg === null ? null : mg / 1e6 / days, 0.000501);
  }
  if (type !== 'DAY') return;
  const v1 = await client.get<DeviceDataV1>(`/api/user/deviceData?date1=${date}&category=quality&type=HOUR`);
  for (const { date: of, unitId, params } of v1.history?.days ?? [])
    for (const [param, kept] of Object.entries(params)) {
      const back = (Date.parse(date.split('/').reverse().join('-')) - Date.parse(of.split('/').reverse().join('-'))) / 86_400_000;
      if (back > 3) continue;
      const own = spanOf(await client.get<DeviceDataV2>(`/api/user/deviceDataV2?date1=${of}&category=QUALITY_CATEGORY`));
      const known = naive.wet(unitId, param, own).sort((a, b) => a - b);
      const about = `history ${of} ${unitId} ${param}`;
      const round2 = (value: number | undefined): number | null => value ?? null;
      faults.check(`${about} min`, kept.min, round2(known[0]), 0.00501);
      faults.check(`${about} max`, kept.max, round2(known.at(-1)), 0.00501);
      faults.check(
        `${about} avg`,
        kept.avg,
        known.length === 0 ? null : known.reduce((a, b) => a + b, 0) / known.length,
        0.00501,
      );
      faults.check(`${about} out`, kept.minutesOut, 15 * naive.quarters(unitId, param, own).out);
      faults.check(`${about} valid`, kept.validPct, naiveShare(known.length, own.to - own.from), 0.0501);
    }
};

/** In percent: what is not all of it is 99.9 at most. */
export const naiveShare = (part: number, whole: number): number => (part >= whole ? 100 : Math.min(99.9, (100 * part) / whole));

/** Whether of each side of a ratio at most a tenth is missing of the slots in which any of its meters was there, by their mean rates. */
const areSidesKnown = (naive: NaivePlant, sides: readonly (readonly string[])[], span: Span): boolean => {
  const slots = Math.max(0, ...sides.flat().map((id) => naive.completeness(`${id}.volume`, span).expected));
  return sides.every((ids) => {
    let [amount, missing] = [0, 0];
    for (const id of ids) {
      const known = naive.known(`${id}.volume`, span);
      const last = known.length > 0 ? known : naive.known(`${id}.volume`, { from: span.to - 365 * 288, to: span.to });
      const rate = last.length > 0 ? Math.abs(last.reduce((sum, one) => sum + one, 0)) / last.length : 0;
      amount += known.reduce((sum, one) => sum + one, 0);
      missing += rate * Math.max(0, slots - known.length);
    }
    return missing <= 0.1 * (Math.abs(amount) + missing);
  });
};

const checkRo = async ({ client, naive, faults }: Work, { date, type }: Asked): Promise<void> => {
  const { data1 } = await client.get<RoEfficiency>(`/api/user/roEfficiency?date1=${date}&type=${type}`);
  const span = spanOf(data1);
  const [ro] = data1.plants;
  const about = `${type} ${date} RO`;
  const { running, steady } = naive.steady(span, 1);
  const isRead = naive.sum('permeate.volume', span) !== null;
  faults.check(`${about} hours`, ro?.runHours, isRead ? running / 12 : null, 0.00501);
  const shares = ['feed.volume', 'permeate.volume', 'reject.volume', 'kwh-b.energy'].map((key) => naive.completeness(key, span));
  const expectedSlots = shares.reduce((sum, one) => sum + one.expected, 0);
  const completeSlots = shares.reduce((sum, one) => sum + one.complete, 0);
  faults.check(`${about} completeness`, ro?.completeness, naiveShare(completeSlots, expectedSlots), 0.0501);
  for (const side of ['feed', 'permeate', 'reject'] as const) {
    const litres = naive.sum(`${side}.volume`, span);
    faults.check(`${about} ${side} KL`, ro?.[side].volumeKL, litres === null ? null : litres / 1000, 0.00501);
    const own = steady.map((slot) => naive.side(side, slot)).filter((one) => !Number.isNaN(one));
    const mean = own.length === 0 ? null : (own.reduce((sum, one) => sum + one, 0) / own.length) * 0.012;
    faults.check(`${about} ${side} flow`, ro?.[side].flowM3h, mean, 0.00501);
  }
  const both = steady.filter((slot) => !Number.isNaN(naive.side('feed', slot) + naive.side('permeate', slot)));
  const total = (side: 'feed' | 'permeate'): number => both.reduce((sum, slot) => sum + naive.side(side, slot), 0);
  faults.check(
    `${about} recovery`,
    ro?.recoveryPct,
    both.length === 0 ? null : (100 * total('permeate')) / total('feed'),
    0.00501,
  );
  faults.check(`${about} energy`, ro?.energy?.kWh, (naive.sum('kwh-b.energy', span) ?? 0) / 1000, 0.0501);
  faults.check(`${about} specific`, ro?.energy?.specificKWhPerKL, naive.ratio('kwh-b.energy', 'permeate.volume', span), 0.000501);
  const closed = steady.filter(
    (slot) => !Number.isNaN(naive.side('feed', slot) + naive.side('permeate', slot) + naive.side('reject', slot)),
  );
  const of = (side: 'feed' | 'permeate' | 'reject'): number => closed.reduce((sum, slot) => sum + naive.side(side, slot), 0);
  const closure = closed.length === 0 ? null : (100 * (of('feed') - of('permeate') - of('reject'))) / of('feed');
  faults.check(`${about} closure`, ro?.flowClosurePct, closure, 0.00501);
};

const checkExecutive = async ({ client, naive, faults }: Work, { date, type }: Asked): Promise<void> => {
  const found = await client.get<ExecutiveSummary>(`/api/user/executiveSummary/data?date=${date}&type=${type}`);
  const span = spanOf(found);
  const { units } = naive;
  const sources = units.filter(({ ids }) => ids?.includes('ID_SOURCE'));
  const kindOf = ({ meta }: (typeof units)[number]): string => meta?.waterSource ?? '';
  const idsOf = (kinds: readonly string[], of = sources): string[] =>
    of.filter((unit) => kinds.includes(kindOf(unit))).map(({ id }) => id);
  const litres = (ids: readonly string[]): number | null => naive.sumOf(ids, span);
  const [freshIds, recycledIds] = [idsOf(['surface', 'third_party', 'ground']), idsOf(['recycled'], units)];
  const [fresh, recycled, rain] = [litres(freshIds), litres(recycledIds), litres(['rainUsed'])];
  const isRatio = areSidesKnown(naive, [freshIds, recycledIds], span);
  const kilo = (value: number | null): number | null => (value === null ? null : value / 1000);
  const quarters = ['ph', 'tds'].map((param) => naive.quarters('lab', param, span));
  const evaluated = quarters.reduce((sum, one) => sum + one.evaluated, 0);
  const out = quarters.reduce((sum, one) => sum + one.out, 0);
  const { steady } = naive.steady(span, 1);
  const both = steady.filter((slot) => !Number.isNaN(naive.side('feed', slot) + naive.side('permeate', slot)));
  const total = (side: 'feed' | 'permeate'): number => both.reduce((sum, slot) => sum + naive.side(side, slot), 0);
  const debited = litres(['in-a', 'in-b', 'well-1']);
  const credited = litres(['back']);
  const expected: Partial<Record<ExecKpi, [number | null, number]>> = {
    withdrawalKL: [kilo(litres(sources.map(({ id }) => id))), 0.00501],
    freshKL: [kilo(fresh), 0.00501],
    groundwaterKL: [kilo(litres(['well-1'])), 0.00501],
    recycledPct: [!isRatio || recycled === null || fresh === null ? null : (100 * recycled) / (fresh + recycled), 0.0501],
    savingKL: [recycled === null && rain === null ? null : ((recycled ?? 0) + (rain ?? 0)) / 1000, 0.00501],
    neutralityIndex: [credited === null || !debited ? null : credited / debited, 0.000501],
    roRecoveryPct: [both.length === 0 ? null : (100 * total('permeate')) / total('feed'), 0.0501],
    secKWhPerKL: [naive.ratio('kwh-b.energy', 'permeate.volume', span), 0.000501],
    qualityCompliancePct: [evaluated > 0 ? (100 * (evaluated - out)) / evaluated : null, 0.0501],
    waterRatio: [!isRatio || fresh === null || !recycled ? null : fresh / recycled, 0.00501],
  };
  for (const [kpi, [value, noise]] of Object.entries(expected) as [ExecKpi, [number | null, number]][]) {
    faults.check(`${type} ${date} executive ${kpi}`, found.industries[0]?.kpis[kpi]?.value, value, noise);
    faults.check(`${type} ${date} executive total ${kpi}`, found.totals[kpi]?.value, value, noise);
  }
  const priced = { surface: 11, third_party: 23.5, ground: 7 } as const;
  const bought = Object.entries(priced).map(([kind, rate]) => ({ rate, litres: litres(idsOf([kind])) ?? 0 }));
  const mean = bought.reduce((sum, one) => sum + one.rate * one.litres, 0) / bought.reduce((sum, one) => sum + one.litres, 0);
  const saved = ((recycled ?? 0) / 1000) * (mean - 3) + ((rain ?? 0) / 1000) * 11;
  faults.check(
    `${type} ${date} executive saved`,
    found.industries[0]?.kpis.savingCost?.value,
    fresh === null ? null : saved,
    0.00501,
  );
  for (const { kpi, series } of found.trends)
    for (const { key, total: sum } of series)
      faults.check(`${type} ${date} executive trend ${kpi} ${key}`, sum, found.industries[0]?.kpis[kpi]?.value ?? null);
  for (const { kpi, items } of found.unitComparison)
    for (const { unitId, value } of items)
      faults.check(`${type} ${date} executive ${kpi} ${unitId}`, value, kilo(litres([unitId])), 0.00501);
  const [, month, year] = date.split('/');
  const from = type === 'DAY' ? date : type === 'MONTH' ? `01/${month}/${year}` : `01/01/${year}`;
  const landing = await client.get<LandingUserData>(`/api/user/landingPage/userData?date=${date}&type=DAY`);
  if (type === 'DAY') {
    faults.check(`${date} landing quality`, landing.kpis.qualityInLimitPct, expected.qualityCompliancePct?.[0] ?? null, 0.0501);
    faults.check(`${date} landing recovery`, landing.kpis.roRecoveryPct, expected.roRecoveryPct?.[0] ?? null, 0.0501);
  }
  const { index } = await client.get<Neutrality>(`/api/user/neutrality?date1=${from}&date2=${date}`);
  faults.check(`${type} ${date} neutrality`, index, expected.neutralityIndex?.[0] ?? null, 0.000501);
};

/** Holds what the plant shows against what its slots come to. */
export const checkAll = async (work: Work, asked: readonly Asked[]): Promise<void> => {
  for (const one of asked) {
    await checkEnergy(work, one);
    await checkQuality(work, one);
    await checkRo(work, one);
    await checkExecutive(work, one);
  }
};
