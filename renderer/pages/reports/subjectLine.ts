import type { Schedule } from './nextDue.ts';
import { words } from './words.ts';

/** "Water, month, PDF". */
export const subjectLine = ({
  service,
  reportType,
  reportFormat,
}: Pick<Schedule, 'service' | 'reportType' | 'reportFormat'>): string =>
  `${words.subjects[service]}, ${words.types[reportType]}, ${words.formats[reportFormat]}`;
