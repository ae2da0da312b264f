import type { reportServices, reportTemplates, reportTypes } from '../../contract/model/reports.ts';

export type ReportType = (typeof reportTypes)[number];
export type ReportServiceName = (typeof reportServices)[number];
export type ReportTemplate = (typeof reportTemplates)[number];

/** Times are epoch milliseconds, dates `YYYY-MM-DD`, qualities their letters; null is a number that cannot be computed. */
export type Cell = string | number | null;

export type Column = {
  key: string;
  name: string;
  /** Printed with the name: KL, m bgl, %. */
  unit?: string;
  kind: 'text' | 'number' | 'date' | 'time' | 'quality';
  /** Places after the point, of a number. */
  decimals?: number;
  /** Numbers, or columns of the same row, that it must not read as: a limit, or what is held against it. */
  beside?: readonly (string | number)[];
  /** Percent of a whole: what has not reached 100 does not read as 100. */
  isShare?: boolean;
};

export type Row = {
  cells: Record<string, Cell>;
  /** Columns whose value holds an estimated part: printed with a star. */
  starred?: readonly string[];
  /** A row that heads those after it, such as a sub-category. */
  isGroup?: boolean;
};

/** A total under a table: it sums these columns over the rows that are no groups; a spreadsheet writes it as a formula. */
export type TableTotal = { label: string; sums: Record<string, number | null> };

export type TableSection = {
  kind: 'table';
  key: string;
  title: string;
  columns: readonly Column[];
  rows: readonly Row[];
  total?: TableTotal;
  /** Shown in place of the rows where there are none. */
  empty?: string;
  notes?: readonly string[];
};

/** Equal steps, one label each; a gap is null. */
export type ChartSection = {
  kind: 'chart';
  key: string;
  title: string;
  form: 'bars' | 'lines';
  unit: string;
  decimals: number;
  labels: readonly string[];
  series: readonly { name: string; values: readonly (number | null)[]; estimated?: readonly boolean[] }[];
  /** Limits drawn across. */
  limits?: readonly { name: string; value: number }[];
  /** Depths grow downwards. */
  isReversed?: boolean;
};

/** Water from node to node; widths are volumes, and every node closes through `unaccounted`. */
export type FlowSection = {
  kind: 'flow';
  key: string;
  title: string;
  unit: string;
  decimals: number;
  nodes: readonly { id: string; name: string; kind: string }[];
  links: readonly { source: string; target: string; value: number; kind: 'flow' | 'recycle' | 'unaccounted' }[];
};

export type Section = TableSection | ChartSection | FlowSection;

export type Kpi = {
  key: string;
  name: string;
  value: number | null;
  unit: string;
  decimals: number;
  previous: number | null;
  /** 100 (value - previous) / previous, null where that is unknown or not above 0. */
  changePct: number | null;
  completenessPct: number | null;
  status?: 'good' | 'watch' | 'bad' | 'unknown';
};

/** One row per time and unit, numbers as numbers; read once, as a stream. */
export type DataSheet = { columns: readonly Column[]; rows(): AsyncIterable<readonly Cell[]> };

/** A key figure beside the like period: a band of the same weekdays, or the period before. */
export type LeadFigure = Pick<Kpi, 'name' | 'value' | 'unit' | 'decimals' | 'changePct'> & {
  usual: { middle: number; low: number; high: number; days: number } | null;
  like: number | null;
  isOutside: boolean;
};

/** Something out of the ordinary: an alarm by its priority (1 to 4), else a sign. */
export type ReportFinding = { mark: string; title: string; body: string; action: string };

/** The summary before the tables. */
export type FirstPage = {
  verdict: readonly string[];
  findings: readonly ReportFinding[];
  /** Findings that have no room. */
  more: number;
  figures: readonly LeadFigure[];
  /** What figures are held against. */
  against: string;
  picture: ChartSection | FlowSection | null;
};

/** Everything a report says. Renderers lay it out and add no number of their own. */
export type ReportModel = {
  title: string;
  /** Without an extension; any text, made safe where it is used. */
  fileName: string;
  type: ReportType | 'return';
  service: string;
  template: ReportTemplate;
  industryName: string;
  /** The plant's own picture as stored: PNG, JPEG or WebP. */
  logo: { bytes: Uint8Array; mediaType: string } | null;
  period: { fromMs: number; toMs: number; label: string; timezone: string; shift: string; isOpen: boolean };
  generatedAtMs: number;
  /** As printed, `DD/MM/YYYY HH:MM AM/PM` in the industry's zone. */
  generatedAt: string;
  generatedBy: string;
  revision: string;
  completenessPct: number | null;
  /** Of a report for people; a return has none. */
  firstPage?: FirstPage;
  kpis: readonly Kpi[];
  sections: readonly Section[];
  data: DataSheet;
  /** What the stars mean, how much is estimated, what the figures leave out. */
  footnotes: readonly string[];
  /** Who signs: one line each. */
  signatures: readonly string[];
};
