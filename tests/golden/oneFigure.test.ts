import { expect, it } from 'vitest';
import { askForBytes } from './ask.ts';
import { all, askFrozenPlant, day, figure, plant, tokens, yesterday } from './figures.ts';

askFrozenPlant();

it.each([
  ['admin', 'DEMO'],
  ['north', 'NORTH'],
])('what a plant takes in on a day is one figure, whoever is asked: %s of %s', async (user, industryId) => {
  const ask = (question: string, ...path: string[]): Promise<unknown> => figure(user, question, path);
  const intake = await ask(`deviceDataV2?date1=${day}&category=ID_SOURCE`, 'total');
  expect(intake).toBeGreaterThan(0);
  const asked = {
    v2: await ask(`deviceDataV2?date1=${day}&category=SOURCE_CATEGORY`, 'total'),
    v1: await ask(`deviceData?date1=${day}&category=source&type=HOUR`, 'total1'),
    landing: await ask(`landingPage/userData?date=${day}&type=DAY`, 'categories', 'SOURCE_CATEGORY', 'total', 'value'),
    landingSource: await ask(`landingPage/userData?date=${day}&type=DAY`, 'categories', 'ID_SOURCE', 'total', 'value'),
    summary: await ask(`summaryPage?date1=${day}`, 'categories', 'SOURCE_CATEGORY', 'total', 'value'),
    line: await ask(`summaryPage?date1=${day}`, 'lineGraph', 'source', 'total'),
    executive: await figure('staff', `executiveSummary/data?date=${day}&type=DAY`, [
      'industries',
      industryId,
      'kpis',
      'withdrawalKL',
      'value',
    ]),
  };
  expect(asked).toEqual(Object.fromEntries(Object.keys(asked).map((name) => [name, intake])));
});

it('what a plant uses on a day is one figure, whoever is asked', async () => {
  const used = await figure('admin', `deviceDataV2?date1=${day}&category=ID_CONSUMPTION`, ['total']);
  expect(used).toBeGreaterThan(0);
  const landing = `landingPage/userData?date=${day}&type=DAY`;
  expect([
    await figure('admin', landing, ['categories', 'ID_CONSUMPTION', 'total', 'value']),
    await figure('admin', landing, ['kpis', 'day', 'consumption', 'value']),
    await figure('admin', `summaryPage?date1=${day}`, ['lineGraph', 'consumption', 'total']),
  ]).toEqual([used, used, used]);
});

it('how complete the intake of a day is, is one figure', async () => {
  const landing = `landingPage/userData?date=${day}&type=DAY`;
  const exec = (kpi: string): Promise<unknown> =>
    figure('staff', `executiveSummary/data?date=${day}&type=DAY`, ['industries', 'DEMO', 'kpis', kpi, 'completeness']);
  const asked = {
    v2: await figure('admin', `deviceDataV2?date1=${day}&category=ID_SOURCE`, ['completeness']),
    source: await figure('admin', `deviceDataV2?date1=${day}&category=SOURCE_CATEGORY`, ['completeness']),
    landing: await figure('admin', landing, ['categories', 'ID_SOURCE', 'total', 'completeness']),
    executive: await exec('withdrawalKL'),
    report: await figure('admin', `report/dailySummary?startDate=${day}&service=water`, ['kpis', 'intake', 'completeness']),
    summary: await figure('admin', `report/dailySummary?startDate=${day}&service=summary`, ['kpis', 'intake', 'completeness']),
    smartCity: await figure('admin', `report/dailySummary?startDate=${day}&service=smart_city`, [
      'kpis',
      'intake',
      'completeness',
    ]),
    v1: await figure('admin', `deviceData?date1=${day}&category=source&type=HOUR`, ['completeness']),
    summaryPage: await figure('admin', `summaryPage?date1=${day}`, ['categories', 'SOURCE_CATEGORY', 'total', 'completeness']),
  };
  expect(all(asked), JSON.stringify(asked)).toHaveLength(1);
});

it('what a plant uses, what a month owes and what the RO train needs are the same in reports', async () => {
  const used = await figure('admin', `deviceDataV2?date1=${day}&category=ID_CONSUMPTION`, ['total']);
  for (const service of ['water', 'summary'])
    expect(
      await figure('admin', `report/dailySummary?startDate=${day}&service=${service}`, ['kpis', 'consumption', 'value']),
    ).toBe(used);
  const monthly = (await figure('admin', `report/dailySummary?startDate=${day}&service=summary&reportType=monthly`, [])) as {
    window: { from: string };
    sections: { title: string; rows: Record<string, unknown>[] }[];
  };
  const rowOf = (title: string): Record<string, unknown> | undefined =>
    monthly.sections.find((one) => one.title === title)?.rows[0];
  // a report of the running month goes up to the running day
  const neutral = (await figure('admin', `neutrality?date1=01/11/2026&date2=12/11/2026`, [])) as Record<
    string,
    { value: number }
  >;
  expect(rowOf('Water neutrality')).toMatchObject({ credited: neutral.credited?.value, debited: neutral.debited?.value });
  const ro = (await figure('admin', `roEfficiency?date1=12/11/2026&type=MONTH`, ['data1', 'plants'])) as {
    energy: Record<string, number>;
  }[];
  const sec = await figure('staff', `executiveSummary/data?date=12/11/2026&type=MONTH`, [
    'industries',
    'DEMO',
    'kpis',
    'secKWhPerKL',
    'value',
  ]);
  expect(sec).toBe(ro[0]?.energy.specificKWhPerKL);
});

it('what fresh water is, and what a plant owes for, is one figure', async () => {
  const fresh = await figure('staff', `executiveSummary/data?date=${day}&type=DAY`, [
    'industries',
    'DEMO',
    'kpis',
    'freshKL',
    'value',
  ]);
  expect(fresh).toBeGreaterThan(0);
  expect(await figure('admin', `neutrality?${yesterday}&date2=${day}`, ['debited', 'value'])).toBe(fresh);
});

it('the running day has one intake and one consumption, on the overview, the landing page and in lists', async () => {
  const { bytes } = await askForBytes(`${plant.url}/api/plant/overview`, tokens.get('admin'));
  const overview = JSON.parse(Buffer.from(bytes).toString('utf8')) as {
    window: { label: string };
    kpis: Record<string, { value: number; completeness: number }>;
  };
  const today = overview.window.label;
  for (const [kpi, category] of [
    ['intake', 'ID_SOURCE'],
    ['consumption', 'ID_CONSUMPTION'],
  ] as const) {
    const list = (await figure('admin', `deviceDataV2?date1=${today}&category=${category}`, [])) as Record<string, number>;
    const landing = (await figure('admin', `landingPage/userData?date=${today}&type=DAY`, [
      'categories',
      category,
      'total',
    ])) as Record<string, number>;
    expect([overview.kpis[kpi]?.value, landing.value]).toEqual([list.total, list.total]);
    expect([overview.kpis[kpi]?.completeness, landing.completeness]).toEqual([list.completeness, list.completeness]);
  }
});

it('what the graph of the balance takes in is one figure in its page, its days and the report, and another name than the intake', async () => {
  const page = await figure('admin', `waterBalance/data?date1=${day}&type=HOUR`, ['totals']);
  const report = await figure('admin', `report/dailySummary?startDate=${day}&service=water`, ['balance']);
  const { band95KL: _, ...shown } = page as Record<string, unknown>;
  expect(report).toMatchObject(Object.fromEntries(Object.entries(shown).filter(([name]) => name in (report as object))));
  const { bytes } = await askForBytes(
    `${plant.url}/api/plant/balance/days?date=${encodeURIComponent(day)}&days=3`,
    tokens.get('admin'),
  );
  const days = JSON.parse(Buffer.from(bytes).toString('utf8')) as Record<string, Record<string, unknown>[]>;
  const last = Object.values(days).find(Array.isArray)?.at(-1);
  expect(last).toMatchObject({
    date: day,
    inKL: (page as { inKL: number }).inKL,
    unaccountedKL: (page as { unaccountedKL: number }).unaccountedKL,
  });
});
