import type { ProposalKind } from '../../../../server/contract/hub/proposals.ts';
import type { ReportSettings } from '../../../../server/contract/model/reportSettings.ts';
import { formatUpTo } from '../../../text/numbers.ts';
import { text } from '../../../text/words.ts';
import { reportWords, words } from './words.ts';

type Schedule = ReportSettings['schedules'][number];

const isKind = (kind: string): kind is ProposalKind => Object.hasOwn(words.kinds, kind);

/** Another word where the hub proposed what no kind has. */
export const kindText = (kind: string): string => (isKind(kind) ? words.kinds[kind] : kind);

/** "Water, month, PDF: day 1 of each month, 06:10". */
const scheduleText = ({ service, reportType, reportFormat, dayOfMonth, dayOfWeek, at, enabled }: Schedule): string => {
  const { subjects, types, formats, everyMonth, everyWeek, everyDay, weekdays, isOff } = reportWords;
  const when =
    dayOfMonth !== undefined
      ? everyMonth(dayOfMonth)
      : dayOfWeek !== undefined
        ? everyWeek(weekdays[dayOfWeek] ?? String(dayOfWeek))
        : everyDay;
  return `${subjects[service]}, ${types[reportType]}, ${formats[reportFormat]}: ${when}, ${enabled ? at : isOff}`;
};

const rights: Readonly<Record<string, string>> = text.rights;

/** A value as people read it: a limit that is not set is said as such. */
export const valueText = (field: string, value: unknown): string => {
  if (value === null || value === undefined) return words.notSet;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'number') return formatUpTo(value, 3);
  if (typeof value === 'string') return value || words.notSet;
  if (field === 'permissions' && Array.isArray(value)) return value.map((one) => rights[one] ?? one).join(', ') || words.notSet;
  // the plant itself checked what is proposed before it shows it
  if (field === 'schedules' && Array.isArray(value)) return (value as Schedule[]).map(scheduleText).join('; ') || words.notSet;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ') || words.notSet;
  return JSON.stringify(value);
};
