const alphabet =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const opened: Record<number, string> = {
  10: '\f',
  20: '^',
  40: '{',
  41: '}',
  47: '\\',
  60: '[',
  61: '~',
  62: ']',
  64: '|',
  101: '€',
};

/** Reads an SMS-SUBMIT bit by bit, as a network would. */
export const readPdu = (
  pdu: string,
): { to: string; text: string; coding: 'gsm' | 'ucs2'; part: { reference: number; of: number; at: number } | null } => {
  const bytes = Buffer.from(pdu, 'hex');
  let at = 1 + (bytes[0] ?? 0);
  const take = (): number => bytes[at++] ?? 0;
  const hasHeader = (take() & 0x40) !== 0;
  take();
  const digits = take();
  take();
  const swapped = bytes
    .subarray(at, at + Math.ceil(digits / 2))
    .toString('hex')
    .replace(/(.)(.)/g, '$2$1');
  at += Math.ceil(digits / 2);
  take();
  const coding = take() === 8 ? 'ucs2' : 'gsm';
  const length = take();
  const data = bytes.subarray(at);
  const headerOctets = hasHeader ? (data[0] ?? 0) + 1 : 0;
  const part = hasHeader ? { reference: data[3] ?? 0, of: data[4] ?? 0, at: data[5] ?? 0 } : null;
  const to = swapped.slice(0, digits);
  if (coding === 'ucs2')
    return { to, coding, part, text: Buffer.from(data.subarray(headerOctets, length)).swap16().toString('utf16le') };
  const bits = [...data].map((byte) => byte.toString(2).padStart(8, '0').split('').reverse().join('')).join('');
  let text = '';
  let isOpened = false;
  for (let septet = Math.ceil((headerOctets * 8) / 7); septet < length; septet += 1) {
    const value = Number.parseInt(
      bits
        .slice(septet * 7, septet * 7 + 7)
        .split('')
        .reverse()
        .join(''),
      2,
    );
    if (value === 27) isOpened = true;
    else {
      text += isOpened ? (opened[value] ?? ' ') : [...alphabet][value];
      isOpened = false;
    }
  }
  return { to, coding, part, text };
};
