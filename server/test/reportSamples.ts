import type { ReportModel, Row, TableSection } from '../features/reports/model.ts';
import { numberText, rowText } from '../features/reports/render/numbers.ts';

const unitNames = [
  'Raw water intake',
  'कच्चा जल टंकी',
  'O\'Neil well <3> & "sons"',
  '=SUM(A1:A9)',
  'Cooling tower make-up line of the second boiler house, north side',
];

const unitRow = (at: number): Row => ({
  cells: {
    unit: `${unitNames[at % unitNames.length]} ${at + 1}`,
    open: 120_000 + at * 1000.5,
    close: 120_000 + at * 1001.25,
    volume: at === 3 ? null : 812.375 + at * 7.13,
    change: at % 3 === 0 ? null : -3.24 + at,
    complete: 100 - at / 2,
    events: at === 5 ? 'counter reset 14:05' : '',
  },
  ...(at % 7 === 2 && { starred: ['volume'] }),
});

/** A report with everything that one can hold; its figures mean nothing. */
export const sampleReport = (units = 35, more: Partial<ReportModel> = {}): ReportModel => {
  const rows = Array.from({ length: units }, (_, at) => unitRow(at));
  const hours = Array.from({ length: 24 }, (_, at) => `${String((at + 6) % 24).padStart(2, '0')}:00`);
  const flow = hours.map((_, at) => (at === 9 ? null : 30 + 12 * Math.sin(at / 3)));
  const sum = rows.reduce((total, { cells }) => total + (typeof cells.volume === 'number' ? cells.volume : 0), 0);
  return {
    title: 'Daily water report',
    fileName: 'DEMO daily water 20-11-2026',
    type: 'daily',
    service: 'water',
    template: 'v2',
    industryName: 'Ganga Beverages, Pune',
    logo: null,
    period: {
      fromMs: Date.UTC(2026, 10, 20, 0, 30),
      toMs: Date.UTC(2026, 10, 21, 0, 30),
      label: '20/11/2026',
      timezone: 'Asia/Kolkata',
      shift: 'Day, 06:00 to 06:00',
      isOpen: false,
    },
    generatedAtMs: Date.UTC(2026, 10, 21, 1, 12),
    generatedAt: '21/11/2026 06:42 AM',
    generatedBy: 'operator',
    revision: '3',
    completenessPct: 98.61,
    kpis: [
      kpi('withdrawal', 'Withdrawal', 1234.5, 'KL', 2, 4.2),
      kpi('fresh', 'Fresh water', 902.25, 'KL', 2, -1.5),
      kpi('loss', 'Unaccounted', 61.5, 'KL', 2, 211.4, 'bad'),
      kpi('recovery', 'RO recovery', null, '%', 1, null),
    ],
    sections: [
      {
        kind: 'table',
        key: 'units',
        title: 'Meters',
        columns: [
          { key: 'unit', name: 'Unit', kind: 'text' },
          { key: 'open', name: 'Opening counter', unit: 'm³', kind: 'number', decimals: 1 },
          { key: 'close', name: 'Closing counter', unit: 'm³', kind: 'number', decimals: 1 },
          { key: 'volume', name: 'Consumption', unit: 'KL', kind: 'number', decimals: 2 },
          { key: 'change', name: 'Against yesterday', unit: '%', kind: 'number', decimals: 1 },
          { key: 'complete', name: 'Complete', unit: '%', kind: 'number', decimals: 1 },
          { key: 'events', name: 'Events', kind: 'text' },
        ],
        rows: [{ cells: { unit: 'Sources' }, isGroup: true }, ...rows],
        total: { label: 'Total', sums: { volume: sum } },
        notes: ['* a part of the volume is estimated.'],
      },
      {
        kind: 'chart',
        key: 'hours',
        title: 'Intake and use by hour',
        form: 'bars',
        unit: 'KL',
        decimals: 2,
        labels: hours,
        series: [
          { name: 'Intake', values: flow, estimated: hours.map((_, at) => at === 4 || at === 5) },
          { name: 'Use', values: flow.map((value) => (value === null ? null : value * 0.8)) },
        ],
        limits: [{ name: 'limit 40', value: 40 }],
      },
      {
        kind: 'chart',
        key: 'level',
        title: 'Depth to water',
        form: 'lines',
        unit: 'm bgl',
        decimals: 2,
        labels: hours,
        series: [{ name: 'Well 1', values: flow.map((value) => (value === null ? null : value / 10 + 12)) }],
        isReversed: true,
      },
      {
        kind: 'flow',
        key: 'balance',
        title: 'Water balance',
        unit: 'KL',
        decimals: 1,
        nodes: [
          { id: 'well', name: 'Wells', kind: 'source' },
          { id: 'city', name: 'Municipal', kind: 'source' },
          { id: 'tank', name: 'Raw water tank', kind: 'tank' },
          { id: 'ro', name: 'RO plant', kind: 'treatment' },
          { id: 'process', name: 'Process', kind: 'consumer' },
          { id: 'drain', name: 'Drain', kind: 'discharge' },
          { id: 'lost', name: 'Unaccounted', kind: 'unaccounted' },
        ],
        links: [
          { source: 'well', target: 'tank', value: 700, kind: 'flow' },
          { source: 'city', target: 'tank', value: 300, kind: 'flow' },
          { source: 'tank', target: 'ro', value: 940, kind: 'flow' },
          { source: 'tank', target: 'lost', value: 60, kind: 'unaccounted' },
          { source: 'ro', target: 'process', value: 700, kind: 'flow' },
          { source: 'ro', target: 'drain', value: 240, kind: 'flow' },
          { source: 'process', target: 'tank', value: 80, kind: 'recycle' },
        ],
      },
      {
        kind: 'table',
        key: 'alarms',
        title: 'Alarms',
        columns: [{ key: 'what', name: 'What', kind: 'text' }],
        rows: [],
        empty: 'No alarm in this period.',
      },
    ],
    data: {
      columns: [
        { key: 'at', name: 'Time', kind: 'time' },
        { key: 'unit', name: 'Unit', kind: 'text' },
        { key: 'volume', name: 'Volume', unit: 'KL', kind: 'number', decimals: 2 },
      ],
      async *rows() {
        for (const { cells } of rows) yield [Date.UTC(2026, 10, 20, 0, 30), cells.unit ?? null, cells.volume ?? null];
      },
    },
    footnotes: [
      'A star marks a value of which a part is estimated: gaps of a counter are exact in volume and estimated in shape.',
    ],
    signatures: ['Shift in charge', 'Utilities manager', 'Environment officer'],
    ...more,
  };
};

const kpi = (
  key: string,
  name: string,
  value: number | null,
  unit: string,
  decimals: number,
  changePct: number | null,
  status: 'good' | 'bad' | 'unknown' = 'good',
): ReportModel['kpis'][number] => ({
  key,
  name,
  value,
  unit,
  decimals,
  previous: changePct === null ? null : 1,
  changePct,
  completenessPct: 99.5,
  status: value === null ? 'unknown' : status,
});

const tablesIn = ({ sections }: ReportModel): TableSection[] => sections.filter((section) => section.kind === 'table');
/** Every figure of every table, as it must be printed. */
export const figuresOf = (model: ReportModel): string[] =>
  tablesIn(model).flatMap(({ rows, columns, total }) => [
    ...rows
      .filter(({ isGroup }) => !isGroup)
      .flatMap((row) => columns.filter(({ kind }) => kind === 'number').map((column) => rowText(row, column, 'Asia/Kolkata'))),
    ...Object.values(total?.sums ?? {}).map((sum) => numberText(sum, 2)),
  ]);
