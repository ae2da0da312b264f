/**
 * Characters that no name or text of a person holds and that forge lines, steer terminals or turn text around: C0 but tab and line ends,
 * DEL, C1, and the marks that override or isolate a direction.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is looked for
const control = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is looked for
const everyControl = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g;

const CONTROLS = 'holds characters that control a terminal or turn text around';
/** Half of a surrogate pair, which UTF-8 cannot hold: it would be kept as another character than was sent. */
const HALVED = 'holds half a character';

/** Sums, products and shares of numbers between these stay within what a double holds. */
const [LARGEST, SMALLEST] = [1e100, 1e-100];
/** What a device sends in place of a value, such as the largest double, is compared and never calculated with. */
const MARKERS = 'sentinels';
const BEYOND = 'is a number too large or too small to calculate with';

const isBeyond = (number: number): boolean => number !== 0 && (Math.abs(number) > LARGEST || Math.abs(number) < SMALLEST);

const reasonAgainst = (text: string): string | undefined =>
  control.test(text) ? CONTROLS : text.isWellFormed() ? undefined : HALVED;

type Place = { name: string; above: Place | undefined };
/** No body that means something is deeper; of one that is, the outermost names say where. */
const MOST_NAMES = 20;
const pathOf = (place: Place | undefined): string => {
  const names: string[] = [];
  for (let at = place; at; at = at.above) names.push(at.name);
  return names.slice(-MOST_NAMES).reverse().join('.');
};

/** A text, field name or number of a parsed JSON value, however deep, that nobody can mean, and why. For the name of a field the path is of what it is in. */
export const unfitValue = (value: unknown): { path: string; reason: string } | undefined => {
  const open: { one: unknown; place: Place | undefined }[] = [{ one: value, place: undefined }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { one, place } = next;
    if (typeof one === 'string') {
      const reason = reasonAgainst(one);
      if (reason !== undefined) return { path: pathOf(place), reason };
    } else if (typeof one === 'number') {
      if (isBeyond(one) && place?.above?.name !== MARKERS) return { path: pathOf(place), reason: BEYOND };
    } else if (typeof one === 'object' && one !== null)
      for (const [name, each] of Object.entries(one)) {
        const reason = reasonAgainst(name);
        if (reason !== undefined) return { path: pathOf(place), reason };
        open.push({ one: each, place: { name, above: place } });
      }
  }
  return undefined;
};

/** The same text with such characters written out, as `\u001b`. */
export const showControl = (text: string): string =>
  control.test(text)
    ? text.replace(everyControl, (sign) => `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`)
    : text;
