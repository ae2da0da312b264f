import { expect, it } from 'vitest';
import { askForBytes } from './ask.ts';
import { all, askFrozenPlant, day, figure, plant, tokens, yesterday } from './figures.ts';

askFrozenPlant();

type Graph = { unit: string; values: number[]; quality: string; min: number | null; max: number | null; avg: number | null };

const answerOf = async (user: string, question: string): Promise<unknown> => figure(user, question, []);

type ReportSections = { title: string; key: string; rows: Record<string, number | string | null>[] }[];

it.each(['demo-borewell1', 'demo-line1', 'demo-etpOut', 'demo-intake'])(
  'what a meter counted on a day is one figure in lists, graphs, trends, files and reports: %s',
  async (unitId) => {
    const ask = (question: string): Promise<unknown> => figure('admin', question, []);
    const found = <T extends object>(body: unknown, isWanted: (one: T) => boolean): T | undefined => {
      const walk = (value: unknown): T | undefined => {
        if (value === null || typeof value !== 'object') return undefined;
        if (!Array.isArray(value) && isWanted(value as T)) return value as T;
        for (const one of Object.values(value)) {
          const inside = walk(one);
          if (inside) return inside;
        }
        return undefined;
      };
      return walk(body);
    };
    type Row = Record<string, unknown>;
    const isUnit = (one: Row): boolean => one.unitId === unitId;
    const v2 = found<Row>(await ask(`deviceDataV2?date1=${day}&category=SOURCE_CATEGORY&type=DAY`), isUnit);
    const v1 = found<Row>(await ask(`deviceData?date1=${day}&category=source&type=HOUR`), isUnit);
    const kl = (litres: number): number => Math.round(litres / 10) / 100;
    const { data1 } = (await ask(`granular/unit?date1=${day}&unitId=${unitId}&divisionFactor=1`)) as {
      data1: { v: number; q: string }[];
    };
    const granular = data1.reduce((sum, { v, q }) => (q === 'M' || q === 'X' ? sum : sum + v), 0);
    const plantAsk = async (question: string): Promise<string> => {
      const { status, bytes } = await askForBytes(`${plant.url}/api/plant/${question}`, tokens.get('admin'));
      expect(status, question).toBe(200);
      return Buffer.from(bytes).toString('utf8');
    };
    const trend = JSON.parse(await plantAsk(`trend?unitId=${unitId}&date1=${day}&step=day`)) as { values?: number[] };
    const csv = (await plantAsk(`readings/export?unitIds=${unitId}&startDate=${day}&endDate=${day}`)).trim().split(/\r?\n/);
    const heads = (csv[0] ?? '').replace('\ufeff', '').split(',');
    const [value, param] = [heads.findIndex((head) => /value/i.test(head)), heads.findIndex((head) => /param/i.test(head))];
    const exported = csv
      .slice(1)
      .map((line) => line.split(','))
      .filter((cells) => cells[param] === 'volume')
      .reduce((sum, cells) => sum + Number(cells[value] ?? 0), 0);
    const name = String(v2?.unitName ?? v2?.displayName ?? v2?.name);
    const report = (await ask(`report/dailySummary?startDate=${day}&service=water`)) as { sections: { rows: Row[] }[] };
    const row = report.sections.flatMap(({ rows }) => rows).find((one) => one.unit === name && 'volume' in one);
    const asked = {
      v2: v2?.total,
      v1: v1?.total ?? (v1?.series1 as Row | undefined)?.total,
      granular: kl(granular),
      trend: Math.round(100 * Number((trend as Row).total ?? trend.values?.[0])) / 100,
      exported: kl(exported),
      report: row?.volume,
    };
    expect(
      Object.values(asked).every((one) => typeof one === 'number'),
      JSON.stringify(asked),
    ).toBe(true);
    expect(all(asked), JSON.stringify(asked)).toHaveLength(1);
  },
);

it('kWh per KL of an RO plant is its energy over its permeate, on its page and in the executive summary', async () => {
  const [plant] = (await figure('admin', `roEfficiency?${yesterday}`, ['data1', 'plants'])) as {
    energy: { kWh: number; specificKWhPerKL: number };
    permeate: { volumeKL: number };
  }[];
  expect(plant?.energy.kWh).toBeGreaterThan(0);
  const ratio = (plant?.energy.kWh ?? 0) / (plant?.permeate.volumeKL ?? 0);
  // the parts are rounded, to 0.05 kWh and 5 L
  expect(Math.abs((plant?.energy.specificKWhPerKL ?? 0) - ratio)).toBeLessThan(0.001);
});

it('kWh per KL of a meter is one figure in lists and reports, and that of the RO plant too where nothing is missing', async () => {
  type Listed = { unitId: string; displayName: string; energy?: { kWh: number; secKWhPerKL: number | null } };
  const list = await answerOf('admin', `deviceDataV2?${yesterday}&category=ENERGY_CATEGORY&type=DAY`);
  const unitsIn = (value: unknown): Listed[] => {
    if (value === null || typeof value !== 'object') return [];
    if ('unitId' in value && 'energy' in value) return [value as Listed];
    return Object.values(value).flatMap(unitsIn);
  };
  const listed = new Map(unitsIn(list).map((unit) => [unit.displayName, unit]));
  const { sections } = (await answerOf('admin', `report/dailySummary?startDate=${day}&service=energy`)) as {
    sections: ReportSections;
  };
  const rows = sections.flatMap((section) => section.rows).filter(({ sec }) => typeof sec === 'number');
  expect(rows.length).toBeGreaterThanOrEqual(3);
  for (const { unit, sec, energy } of rows) {
    const shown = listed.get(String(unit))?.energy;
    expect([shown?.secKWhPerKL, shown?.kWh], String(unit)).toEqual([sec, energy]);
  }
  const [ro] = (await figure('admin', `roEfficiency?${yesterday}`, ['data1', 'plants'])) as { energy: Record<string, number> }[];
  const train = [...listed.values()].find(({ unitId }) => unitId === 'demo-roEnergy');
  expect(ro?.energy.specificKWhPerKL).toBe(train?.energy?.secKWhPerKL);
});

it('a report prints the same intake, and displays whose difference is the volume beside them', async () => {
  const { kpis, sections } = (await answerOf('admin', `report/dailySummary?startDate=${day}&service=water`)) as {
    kpis: Record<string, { value: number; completeness: number }>;
    sections: ReportSections;
  };
  const intake = await figure('admin', `deviceDataV2?${yesterday}&category=ID_SOURCE`, ['total']);
  expect(kpis.intake?.value).toBe(intake);
  expect(kpis.intake?.completeness).toBe(await figure('admin', `deviceDataV2?${yesterday}&category=ID_SOURCE`, ['completeness']));
  const rows = sections
    .flatMap((section) => section.rows)
    .filter(({ open, close, volume }) => open != null && close != null && volume != null);
  expect(rows.length).toBeGreaterThan(5);
  for (const { unit, open, close, volume, counterUnit } of rows)
    if (counterUnit === undefined || counterUnit === 'm³')
      // the volume is printed to 10 L, the displays to the litre
      expect(Math.abs(Number(close) - Number(open) - Number(volume)), String(unit)).toBeLessThan(0.0061);
});

it.each(['HOUR', 'DATE', 'MONTH'])('least, most and mean of a graph are of what it shows: %s', async (type) => {
  const graphs: Graph[] = [];
  for (const category of ['source', 'stock', 'quality', 'energy']) {
    const { subCategories } = (await answerOf('admin', `deviceData?${yesterday}&category=${category}&type=${type}`)) as {
      subCategories: { units: { series1: Graph }[] }[];
    };
    graphs.push(...subCategories.flatMap(({ units }) => units.map(({ series1 }) => series1)));
  }
  expect(graphs.length).toBeGreaterThan(20);
  for (const { values, quality, min, max, avg } of graphs) {
    const known = values.filter((_, at) => quality[at] !== 'M' && quality[at] !== 'X');
    expect([min, max]).toEqual(known.length > 0 ? [Math.min(...known), Math.max(...known)] : [null, null]);
    if (avg !== null) expect(Math.abs(avg - known.reduce((sum, value) => sum + value, 0) / known.length)).toBeLessThan(0.06);
  }
});

it('sub-categories have the same totals where they are compared as in lists, and together the intake', async () => {
  type Listed = { id: string; total: number | null };
  const { subCategories } = (await answerOf('admin', `deviceData?${yesterday}&category=source&type=HOUR`)) as {
    subCategories: Record<string, unknown>[];
  };
  const listed = subCategories.map((one) => ({
    id: String(one.subCategoryId ?? one.id),
    total: one.total1 ?? one.total ?? null,
  }));
  const compared = async (ids: readonly string[]) =>
    (
      (await answerOf(
        'admin',
        `deviceDataV2/compare?dateA1=${day}&dateB1=${day}&ids1=${ids}&ids2=${ids}&category=SOURCE_CATEGORY&by=SUB_CATEGORY`,
      )) as { data1: { total: number; items: Listed[] } }
    ).data1;
  expect(listed.length).toBeGreaterThan(5);
  expect((await compared(listed.map(({ id }) => id))).items.map(({ id, total }) => ({ id, total }))).toEqual(listed);
  const intake = await figure('admin', `deviceDataV2?${yesterday}&category=ID_SOURCE`, ['total']);
  expect((await compared(['groundWater', 'town', 'rainWater'])).total).toBe(intake);
});
