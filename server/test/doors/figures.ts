import { expect } from 'vitest';
import type { Trend } from '../../contract/plant/readings/trend.ts';
import type { DeviceDataV2 } from '../../contract/user/deviceData.ts';
import type { DeviceDataV1 } from '../../contract/user/deviceDataV1.ts';
import type { ExecutiveSummary } from '../../contract/user/executiveSummary.ts';
import type { LandingUserData } from '../../contract/user/landing.ts';
import type { Neutrality } from '../../contract/user/neutrality.ts';
import type { DailySummary } from '../../contract/user/reportRows.ts';
import type { RoEfficiency } from '../../contract/user/roEfficiency.ts';
import type { SummaryPage } from '../../contract/user/summaryPage.ts';
import { toKilo } from '../../historian/index.ts';
import type { RandomPlant } from './randomPlant.ts';

type Value = string | number | null | undefined;
/** What each door answered, by what was asked. */
export type Figures = Map<string, Record<string, Value>>;

/** Of one day, or of the days of its month up to it. */
export type Asked = { date: string; span: 'DAY' | 'MONTH' };

const v1Names: Record<string, string> = { SOURCE_CATEGORY: 'source', STOCK_CATEGORY: 'stock', ENERGY_CATEGORY: 'energy' };
const families = [...Object.keys(v1Names), 'RAIN_CATEGORY'];
const services = ['water', 'smart_city', 'energy', 'borewell', 'rain_water', 'summary'];
const amounts = ['volume', 'energy', 'rain', 'abstraction'];

/** Asks one plant through every door. */
export class Doors {
  readonly figures: Figures = new Map();
  readonly #plant: RandomPlant;
  readonly #asked: Asked;

  constructor(plant: RandomPlant, asked: Asked) {
    this.#plant = plant;
    this.#asked = asked;
  }

  async ask(): Promise<Figures> {
    for (const family of families) await this.#lists(family);
    for (const id of ['ID_SOURCE', 'ID_CONSUMPTION']) this.#noteV2(id, await this.#get(this.#v2(id)));
    await this.#pages();
    for (const service of services) await this.#report(service);
    await this.#units();
    return this.figures;
  }

  #note(what: string, door: string, value: Value): void {
    this.figures.set(what, { ...this.figures.get(what), [door]: value });
  }

  async #get<T>(path: string, base = '/api/user/'): Promise<T> {
    const { status, body, text } = await this.#plant.ask(base + path);
    expect(status, `${path}: ${text}`).toBe(200);
    return (body ?? text) as T;
  }

  #v2(category: string, more = ''): string {
    const { date, span } = this.#asked;
    return `deviceDataV2?date1=${date}&category=${category}&type=${span}${more}`;
  }

  #noteV2(category: string, { total, completeness, categories }: DeviceDataV2, door = 'v2'): void {
    this.#note(`${category}: total`, door, total);
    this.#note(`${category}: complete`, door, completeness);
    for (const sub of categories.flatMap(({ subCategories }) => subCategories)) {
      if (families.includes(category)) this.#note(`${sub.id}: total`, door, sub.total);
      for (const unit of sub.units) {
        this.#note(`${unit.unitId}: amount`, door, unit.value);
        this.#note(`${unit.unitId}: complete`, door, unit.completeness);
        this.#note(`${unit.unitId}: estimated`, door, unit.estimated);
        if (unit.borewell) this.#note(`${unit.unitId}: KL`, door, unit.borewell.abstractionKL);
        if (unit.energy) this.#note(`${unit.unitId}: kWh/KL`, door, unit.energy.secKWhPerKL);
        if (unit.energy) this.#note(`${unit.unitId}: power factor`, door, unit.energy.pf);
      }
    }
  }

  async #lists(family: string): Promise<void> {
    const { date, span } = this.#asked;
    this.#noteV2(family, await this.#get(this.#v2(family)));
    const [, month, year] = date.split('/');
    const from = span === 'DAY' ? date : `01/${month}/${year}`;
    this.#noteV2(family, await this.#get(`deviceDataV2?date1=${from}&date2=${date}&category=${family}&type=CUSTOM`), 'custom');
    const name = v1Names[family];
    if (name === undefined) return;
    const type = span === 'DAY' ? 'HOUR' : 'DATE';
    const v1 = await this.#get<DeviceDataV1>(`deviceData?date1=${date}&category=${name}&type=${type}`);
    this.#note(`${family}: total`, 'v1', v1.total1);
    this.#note(`${family}: complete`, 'v1', v1.completeness);
    for (const sub of v1.subCategories) {
      this.#note(`${sub.id}: total`, 'v1', sub.total1);
      for (const unit of sub.units) {
        this.#note(`${unit.unitId}: amount`, 'v1', unit.value1);
        this.#note(`${unit.unitId}: complete`, 'v1', unit.completeness);
      }
    }
  }

  async #pages(): Promise<void> {
    const { date, span } = this.#asked;
    const page = await this.#get<SummaryPage>(`summaryPage?date1=${date}&type=${span === 'DAY' ? 'HOUR' : 'DATE'}`);
    for (const { category, total, subCategories } of page.categories.filter(({ category: id }) => families.includes(id))) {
      this.#noteTotal(category, 'summary page', total);
      for (const sub of subCategories) this.#note(`${sub.id}: total`, 'summary page', sub.total);
    }
    const landing = await this.#get<LandingUserData>(`landingPage/userData?date=${date}&type=${span}`);
    for (const { standardCategoryId: id, total, units } of landing.categories) {
      if (id.startsWith('ID_') && id !== 'ID_SOURCE' && id !== 'ID_CONSUMPTION') continue;
      if (families.includes(id)) this.#noteTotal(id, 'landing page', total);
      else this.#note(`${id}: total`, 'landing page', total.value);
      if (id === 'ID_SOURCE') this.#note('intake: change', 'landing page', total.changePct);
      if (families.includes(id)) for (const unit of units) this.#note(`${unit.unitId}: amount`, 'landing page', unit.value);
    }
    const executive = await this.#get<ExecutiveSummary>(`executiveSummary/data?date=${date}&type=${span}`);
    const kpis = executive.industries[0]?.kpis;
    this.#note('intake: KL', 'executive', kpis?.withdrawalKL?.value);
    this.#note('intake: change', 'executive', kpis?.withdrawalKL?.changePct);
    if (span === 'MONTH') return;
    const neutrality = await this.#get<Neutrality>(`neutrality?date1=${date}&date2=${date}`);
    for (const unit of neutrality.debitedUnits) {
      this.#note(`${unit.unitId}: amount`, 'neutrality', unit.value);
      this.#note(`${unit.unitId}: complete`, 'neutrality', unit.completeness);
    }
    const ro = await this.#get<RoEfficiency>(`roEfficiency?date1=${date}&type=DAY`);
    for (const side of ['feed', 'permeate'] as const) this.#note(`${side}: KL`, 'ro', ro.data1.plants[0]?.[side].volumeKL);
  }

  #noteTotal(id: string, door: string, total: SummaryPage['categories'][number]['total']): void {
    this.#note(`${id}: total`, door, total.value);
    this.#note(`${id}: complete`, door, total.completeness);
    this.#note(`${id}: before`, door, total.previous);
    this.#note(`${id}: change`, door, total.changePct);
  }

  async #report(service: string): Promise<void> {
    const { date, span } = this.#asked;
    const type = span === 'DAY' ? 'daily' : 'monthly';
    const report = await this.#get<DailySummary>(`report/dailySummary?startDate=${date}&service=${service}&reportType=${type}`);
    const ids = new Set(this.#plant.sketch.units.map(({ id }) => id));
    for (const { title, rows } of report.sections)
      for (const row of rows) {
        const id = String(row.unit);
        const amount = amounts.find((key) => key in row);
        if (!ids.has(id) || amount === undefined) continue;
        const door = `${service} report, ${title}`;
        this.#note(amount === 'abstraction' ? `${id}: KL` : `${id}: amount`, door, row[amount] as Value);
        const isStarred = String(row.estimatedColumns ?? '').includes(amount);
        this.#note(`${id}: starred`, door, String(isStarred));
        if (amount !== 'abstraction') this.#note(`${id}: complete`, door, row.complete as Value);
        for (const key of ['estimated', 'previous', 'change'])
          if (key in row) this.#note(`${id}: ${key}`, door, row[key] as Value);
        if ('sec' in row) this.#note(`${id}: kWh/KL`, door, row.sec as Value);
        if ('pf' in row) this.#note(`${id}: power factor`, door, row.pf as Value);
      }
    for (const [key, kpi] of Object.entries(report.kpis))
      for (const figure of ['value', 'completeness', 'previous', 'changePct'] as const)
        this.#note(`${key} of reports: ${figure}`, service, kpi[figure]);
    if (report.kpis.intake) this.#note('intake: change', `${service} report`, report.kpis.intake.changePct);
    if (report.kpis.intake) this.#note('ID_SOURCE: total', `${service} report`, report.kpis.intake.value);
    if (report.kpis.consumption) this.#note('ID_CONSUMPTION: total', `${service} report`, report.kpis.consumption.value);
  }

  async #units(): Promise<void> {
    const { date, span } = this.#asked;
    if (span === 'MONTH') return;
    const csv = await this.#get<string>(`readings/export?startDate=${date}&endDate=${date}`, '/api/plant/');
    const slots = Map.groupBy(
      csv.split('\r\n').map((line) => line.split(',')),
      ([, unitId, , param]) => `${unitId}.${param}`,
    );
    for (const { id, type } of this.#plant.sketch.units.filter((unit) => !['quality', 'level', 'stock'].includes(unit.type))) {
      for (const step of ['day', 'hour']) {
        const { figures } = await this.#get<Trend>(`trend?unitId=${id}&date1=${date}&step=${step}`, '/api/plant/');
        this.#note(`${id}: amount`, `trend by ${step}`, figures.total);
        this.#note(`${id}: complete`, `trend by ${step}`, figures.completeness);
        this.#note(`${id}: estimated`, `trend by ${step}`, figures.estimated);
      }
      const own = slots.get(`${id}.${type === 'energy' ? 'energy' : type === 'rain' ? 'rain' : 'volume'}`) ?? [];
      const known = own.filter(([, , , , , value]) => value !== '');
      const isComplete = ([, , , , , , letter]: string[]): boolean => 'GBR'.includes(letter ?? 'M');
      const complete = (100 * own.filter(isComplete).length) / own.length;
      this.#note(`${id}: complete`, 'csv', Math.round(complete * 10) / 10);
      if (type !== 'flow' || known.length === 0) continue;
      const litres = known.reduce((sum, [, , , , , value]) => sum + Number(value), 0);
      this.#note(`${id}: KL`, 'csv', toKilo(litres, 2));
    }
  }
}
