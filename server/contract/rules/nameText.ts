import { z } from 'zod';

/** With the spaces around them. Other characters that control a terminal are refused wherever they are. */
const breaks = /[\t\r\n\u2028\u2029]\s*/g;

/**
 * A name as it is kept: on one line, so that nobody shapes lines of messages, logs and files by it. Folded and not refused: what is stored
 * and a spreadsheet's cell with a break in it can still be taken over.
 */
export const nameText = (most: number) =>
  z
    .string()
    .overwrite((name) => name.replace(breaks, ' '))
    .trim()
    .max(most);
