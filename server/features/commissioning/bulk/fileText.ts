import { Failure } from '../../../core/fail.ts';

/** Windows-1252 between 0x80 and 0x9f, where it is not Latin-1; 0: no character. */
const upper: readonly number[] = [
  0x20ac, 0, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017d, 0, 0, 0x2018,
  0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0, 0x017e, 0x0178,
];

/** Undefined where a byte is no character of it. */
const fromWindows1252 = (bytes: Buffer): string | undefined => {
  const text = bytes
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (character) => String.fromCharCode(upper[character.charCodeAt(0) - 0x80] ?? 0));
  return text.includes('\0') ? undefined : text;
};

const utf16Of = (bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined => {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // without a mark: the first characters of our files are ASCII
  if (second === 0 && first !== 0) return 'utf-16le';
  return first === 0 && second !== 0 && second !== undefined ? 'utf-16be' : undefined;
};

/**
 * The text of a file in UTF-8, UTF-16 or Windows-1252, as spreadsheet programs save it.
 * @throws Failure `badRequest` for any other encoding, by name.
 */
export const textOfFile = (bytes: Buffer): string => {
  const utf16 = utf16Of(bytes);
  if (utf16) {
    try {
      return new TextDecoder(utf16, { fatal: true }).decode(bytes);
    } catch {
      throw new Failure('badRequest', `file begins as ${utf16.toUpperCase()} and is none: save it as CSV UTF-8`);
    }
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const text = fromWindows1252(bytes);
    if (text !== undefined) return text;
    throw new Failure('badRequest', 'the encoding of the file is none of UTF-8, UTF-16 and Windows-1252: save it as CSV UTF-8');
  }
};
