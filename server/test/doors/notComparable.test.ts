import { afterEach, expect, it } from 'vitest';
import type { Compare, Overview } from '../../contract/plant/overview.ts';
import type { ExecutiveSummary } from '../../contract/user/executiveSummary.ts';
import type { LandingUserData } from '../../contract/user/landing.ts';
import type { DailySummary } from '../../contract/user/reportRows.ts';
import type { SummaryPage } from '../../contract/user/summaryPage.ts';
import { type RandomPlant, startRandomPlant } from './randomPlant.ts';

let plant: RandomPlant | undefined;
afterEach(async () => {
  await plant?.stop();
  plant = undefined;
});

type Change = Pick<Compare, 'previous' | 'changePct'>;

/** What each door says of the intake of the running day beside the day before. */
const changesOf = async ({ ask, lastDate }: RandomPlant): Promise<Record<string, Change>> => {
  const get = async <T>(path: string): Promise<T> => {
    const { status, body, text } = await ask(path);
    expect(status, `${path}: ${text}`).toBe(200);
    return body as T;
  };
  const ofUser = '/api/user/';
  const overview = await get<Overview>('/api/plant/overview');
  const landing = await get<LandingUserData>(`${ofUser}landingPage/userData?date=${lastDate}&type=DAY`);
  const summary = await get<SummaryPage>(`${ofUser}summaryPage?date1=${lastDate}&type=HOUR`);
  const executive = await get<ExecutiveSummary>(`${ofUser}executiveSummary/data?date=${lastDate}&type=DAY`);
  const report = await get<DailySummary>(`${ofUser}report/dailySummary?startDate=${lastDate}&service=water&reportType=daily`);
  const found: Record<string, Change | undefined> = {
    overview: overview.kpis.intake,
    landing: landing.categories.find(({ standardCategoryId: id }) => id === 'ID_SOURCE')?.total,
    'summary page': summary.categories.find(({ category }) => category === 'ENERGY_CATEGORY')?.total,
    executive: executive.industries[0]?.kpis.withdrawalKL,
    'all plants': executive.totals.withdrawalKL,
    report: report.kpis.intake,
    'landing, consumption': landing.kpis.day.consumption,
  };
  const unit = overview.units.find(({ unitId }) => unitId === 'in-b');
  if (unit) found['unit on the overview'] = { previous: unit.yesterdaySoFar.value, changePct: unit.changePct };
  for (const { title, rows } of report.sections)
    for (const row of rows.filter((one) => one.unit === 'in-b' && 'change' in one))
      found[`report, ${title}`] = { previous: row.previous as number | null, changePct: row.change as number | null };
  return Object.fromEntries(Object.entries(found).map(([door, change]) => [door, change ?? { previous: null, changePct: null }]));
};

it('no door says by how much a total changed from a day that was hardly measured', async () => {
  // of the day before the last quarter up to the same time
  plant = await startRandomPlant(0, { days: 1.25 });
  const changes = await changesOf(plant);
  expect(Object.keys(changes)).toHaveLength(9);
  for (const [door, { previous, changePct }] of Object.entries(changes)) {
    expect(previous, door).toBeGreaterThan(0);
    expect(changePct, door).toBeNull();
  }
});

it('each door says by how much it changed from a day that was measured', async () => {
  plant = await startRandomPlant(0, { days: 3 });
  for (const [door, { changePct }] of Object.entries(await changesOf(plant))) expect(changePct, door).not.toBeNull();
});

const ratios = ['neutralityIndex', 'roRecoveryPct', 'secKWhPerKL', 'qualityCompliancePct'] as const;

const ratiosOf = async ({ ask, lastDate }: RandomPlant) => {
  const { body } = await ask(`/api/user/executiveSummary/data?date=${lastDate}&type=DAY`);
  const { industries, totals } = body as ExecutiveSummary;
  return [industries[0]?.kpis, totals].flatMap((kpis) =>
    ratios.flatMap((kpi) => {
      const { value = null, previous = null, changePct = null } = kpis?.[kpi] ?? {};
      return value !== null && previous ? [{ kpi, changePct }] : [];
    }),
  );
};

it('the executive page compares no ratio with a day that was hardly measured, and others', async () => {
  plant = await startRandomPlant(0, { days: 1.25 });
  const unknown = ['roRecoveryPct', 'qualityCompliancePct'].map((kpi) => ({ kpi, changePct: null }));
  expect(await ratiosOf(plant)).toEqual([...unknown, ...unknown]);
  await plant.stop();
  plant = await startRandomPlant(0, { days: 3 });
  const compared = (await ratiosOf(plant)).filter(({ changePct }) => changePct !== null);
  expect(compared.map(({ kpi }) => kpi)).toEqual(['roRecoveryPct', 'roRecoveryPct']);
});
