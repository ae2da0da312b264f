import { addDays, dateText } from '../../../text/times.ts';
import { words } from './words.ts';

/** A series, or an industry, and the number of a day. */
const DAY_OF = /^(\S+) (\d{5})$/;

/** What the hub refused: of a closed day its date instead of its number. */
export const refusedText = (item: string): string => {
  const [, what = '', day = ''] = DAY_OF.exec(item) ?? [];
  return day === '' ? item : `${dateText(addDays('1970-01-01', Number(day)))}: ${what}`;
};

export const refusalReason = (code: string): string => words.refusalReasons[code] ?? code;
