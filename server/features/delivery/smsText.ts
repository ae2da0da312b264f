import { septetsOf } from './gsmAlphabet.ts';

const SMS_LENGTH = 160;
/** What templates of SMS operators allow a variable. */
const NAME_LENGTH = 30;

/** Signs that the alphabet of every network lacks, or holds in two places only. */
const plain = new Map(
  Object.entries({
    '–': '-',
    '—': '-',
    '~': '-',
    '“': '"',
    '”': '"',
    '’': "'",
    '‘': "'",
    '…': '..',
    '³': '3',
    '²': '2',
    µ: 'u',
    '°': '',
    '^': '',
    '`': "'",
    '[': '(',
    ']': ')',
    '{': '(',
    '}': ')',
    '\\': '/',
    '|': '/',
    '€': 'EUR',
    '₹': 'Rs',
  }),
);

/** A character or its replacement; one of another script stays, for a modem that can send it. */
const plainSign = (sign: string): string => {
  const known = plain.get(sign);
  if (known !== undefined) return known;
  if (/\s/.test(sign) || /\p{C}/u.test(sign)) return ' ';
  if (septetsOf(sign)) return sign;
  const bare = sign.normalize('NFKD').replace(/\p{M}/gu, '');
  return bare !== '' && septetsOf(bare) ? bare : sign;
};

const plainText = (text: string): string => [...text.normalize('NFC')].map(plainSign).join('').replace(/ +/g, ' ').trim();

const cut = (text: string, length: number): string => (text.length <= length ? text : `${text.slice(0, length - 2).trimEnd()}..`);

/**
 * One SMS of at most 160 signs, on one line. Where title and body are longer, the names in them are cut, the longest first; what
 * happened and its figures stay.
 * @param names that occur in title or body: of the unit, the parameter, the source of a limit
 * @param action what to do; left out where it does not fit
 */
export const smsText = (title: string, body: string, names: readonly string[] = [], action = ''): string => {
  let text = plainText(body === '' ? title : `${title}: ${body}`);
  const longest = names.map(plainText).toSorted((a, b) => b.length - a.length);
  for (const name of longest) {
    if (text.length <= SMS_LENGTH) break;
    if (name.length > NAME_LENGTH) text = text.split(name).join(cut(name, NAME_LENGTH));
  }
  const whole = plainText(`${text} ${action}`);
  return whole.length <= SMS_LENGTH ? whole : cut(text, SMS_LENGTH);
};
