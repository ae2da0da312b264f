const [QUOTE, BACKSLASH, COMMA, MINUS] = [0x22, 0x5c, 0x2c, 0x2d];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const [PLUS, DOT, ZERO, NINE, SMALL_E, LARGE_E] = [0x2b, 0x2e, 0x30, 0x39, 0x65, 0x45];

/** A double keeps every number of so many digits. */
const SURELY_KEPT = 15;
/** More than `toPrecision` gives. */
const MOST_DIGITS = 100;
const MOST_SHOWN = 40;
const MOST_OF_NAME = 64;
/** Of one that is deeper, the innermost names say where. */
const MOST_NAMES = 20;
const LOST = 'is a number that cannot be kept with all its digits:';

/** What reading a JSON text would lose or could not bear, and where it is. */
export type JsonLoss = { path: string; reason: string };

/** A list or an object that is open: where in it the text is, and of an object which names it has. */
type Open = { name: string | number; names: Set<string> | undefined; isObject: boolean };

const isDigit = (code: number): boolean => code >= ZERO && code <= NINE;
const isExponent = (code: number): boolean => code === SMALL_E || code === LARGE_E;
const isOfNumber = (code: number): boolean =>
  isDigit(code) || code === DOT || isExponent(code) || code === MINUS || code === PLUS;

/** Where the text that begins with the quote at `from` has its closing quote. */
const endOfText = (text: string, from: number): number => {
  let at = from + 1;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return Math.min(at, text.length);
};

const endOfNumber = (text: string, from: number): number => {
  let at = from + 1;
  while (at < text.length && isOfNumber(text.charCodeAt(at))) at += 1;
  return at;
};

const isCounted = (code: number): boolean => isDigit(code) && code !== ZERO;

/** The digits that count of a number as it is written, without the zeros before and after them; undefined for more than a double ever shows. */
const digitsOf = (number: string): string | undefined => {
  let first = 0;
  while (first < number.length && !isCounted(number.charCodeAt(first)) && !isExponent(number.charCodeAt(first))) first += 1;
  let end = first;
  let last = first;
  for (; end < number.length && !isExponent(number.charCodeAt(end)); end += 1)
    if (isCounted(number.charCodeAt(end))) last = end + 1;
  return last - first > MOST_DIGITS ? undefined : number.slice(first, last).replace('.', '');
};

/** Whether a double shows other digits than were written, in as many of them. */
const isLossy = (number: string): boolean => {
  if (number.length <= SURELY_KEPT && !number.includes('e') && !number.includes('E')) return false;
  if (number.length < MOST_DIGITS && String(Number(number)) === number) return false;
  const digits = digitsOf(number);
  if (digits === '') return false;
  if (digits === undefined) return true;
  const kept = Number(number);
  if (!Number.isFinite(kept)) return !Number.isNaN(kept);
  return digitsOf(kept.toPrecision(digits.length)) !== digits;
};

/** A name as it is read: the same one may be written in several ways. */
const nameOf = (written: string): string => {
  if (!written.includes('\\')) return written;
  try {
    return JSON.parse(`"${written}"`) as string;
  } catch {
    return written;
  }
};

const placeOf = (open: readonly Open[]): string =>
  open
    .slice(-MOST_NAMES)
    .map(({ name }) => String(name).slice(0, MOST_OF_NAME))
    .join('.');

/**
 * Finds what `JSON.parse` takes without a word and does not keep: a name that an object has twice, of which the last one wins, and numbers
 * that a double holds with other digits; and what is nested deeper than `most`, which may take all memory. Once over the text, before it is read;
 * of a text that is no JSON it may find anything.
 */
export const jsonLoss = (text: string, most: number): JsonLoss | undefined => {
  const open: Open[] = [];
  let inner: Open | undefined;
  let isName = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfText(text, at);
      if (isName && inner) {
        const name = nameOf(text.slice(at + 1, end));
        inner.name = name;
        inner.names ??= new Set();
        if (inner.names.has(name)) return { path: placeOf(open), reason: 'is given twice' };
        inner.names.add(name);
        isName = false;
      }
      at = end;
    } else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      if (open.length === most) return { path: placeOf(open), reason: `is nested deeper than ${most} times` };
      isName = code === OPEN_OBJECT;
      inner = { name: isName ? '' : 0, names: undefined, isObject: isName };
      open.push(inner);
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
      open.pop();
      inner = open.at(-1);
      isName = false;
    } else if (code === COMMA && inner) {
      if (typeof inner.name === 'number') inner.name += 1;
      isName = inner.isObject;
    } else if (isDigit(code) || code === MINUS) {
      const end = endOfNumber(text, at);
      if (isLossy(text.slice(at, end)))
        return { path: placeOf(open), reason: `${LOST} ${text.slice(at, Math.min(end, at + MOST_SHOWN))}` };
      at = end - 1;
    }
  }
  return undefined;
};
