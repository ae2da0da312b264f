import { reportServices, reportTemplates, reportTypes } from '../../../server/contract/model/reports.ts';
import { ReportIcon } from '../../parts/icons.tsx';
import { type FrameSearch, type PageEntry, readFrameSearch } from '../../shell/page.ts';
import { isDate } from '../../text/times.ts';

export const entry = {
  id: 'reports',
  path: '/reports',
  group: 'report',
  icon: ReportIcon,
  needs: ['REPORTS'],
  key: 'p',
  built: true,
} as const satisfies PageEntry;

export const tabs = ['make', 'schedules', 'made', 'returns'] as const;
export type Tab = (typeof tabs)[number];
export type ReportType = (typeof reportTypes)[number];
export type ReportSubject = (typeof reportServices)[number];
export type Template = (typeof reportTemplates)[number];

/** What the address of the page says; what is left out is the default, what cannot be read is left out. */
export type ReportsSearch = FrameSearch & {
  tab?: Tab;
  type?: ReportType;
  subject?: ReportSubject;
  /** Last day, or a day of the last month, of what the report is of. */
  date?: string;
  /** Days or months of a range. */
  span?: number;
  template?: Template;
  unit?: string;
};

const oneOf = <V>(all: readonly V[], value: unknown, usual: V): V | undefined => {
  const found = all.find((one) => one === value);
  return found === usual ? undefined : found;
};

export const readSearch = (search: Record<string, unknown>): ReportsSearch => {
  const tab = oneOf(tabs, search.tab, 'make');
  const type = oneOf(reportTypes, search.type, 'daily');
  const subject = oneOf(reportServices, search.subject, 'water');
  const template = oneOf(reportTemplates, search.template, 'v1');
  const { date, span, unit } = search;
  return {
    ...readFrameSearch(search),
    ...(tab === undefined ? {} : { tab }),
    ...(type === undefined ? {} : { type }),
    ...(subject === undefined ? {} : { subject }),
    ...(typeof date === 'string' && isDate(date) ? { date } : {}),
    ...(typeof span === 'number' && Number.isInteger(span) && span > 0 && span <= 366 ? { span } : {}),
    ...(template === undefined ? {} : { template }),
    ...(typeof unit === 'string' ? { unit } : {}),
  };
};
