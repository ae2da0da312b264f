/** What a spreadsheet would run: also behind blanks, and in full width. The mark itself is marked too, so that it can be taken off again. */
const needsMark = /^'|^\s*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

/** A text as it goes into a file that a spreadsheet may open: one that begins like a formula is marked by an apostrophe. */
export const markFormula = (text: string): string => (needsMark.test(text) ? `'${text}` : text);

/** A text as it was before it was marked. */
export const unmarkFormula = (text: string): string => (text.startsWith("'") ? text.slice(1) : text);
