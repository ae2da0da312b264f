/** 3GPP TS 23.038: the default alphabet by place, and what the escape sign opens. */
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const extended: Record<string, number> = {
  '\f': 0x0a,
  '^': 0x14,
  '{': 0x28,
  '}': 0x29,
  '\\': 0x2f,
  '[': 0x3c,
  '~': 0x3d,
  ']': 0x3e,
  '|': 0x40,
  '€': 0x65,
};
const ESCAPE = 0x1b;
const places = new Map([...basic].map((sign, place) => [sign, place]));
places.delete('\u001b');

/** Septets of a text, or undefined when the alphabet lacks one of its signs. */
export const septetsOf = (text: string): number[] | undefined => {
  const septets: number[] = [];
  for (const sign of text) {
    const place = places.get(sign);
    const other = extended[sign];
    if (place !== undefined) septets.push(place);
    else if (other !== undefined) septets.push(ESCAPE, other);
    else return undefined;
  }
  return septets;
};

/** Septets packed into octets, after some bits that are taken already. */
export const packSeptets = (septets: readonly number[], skipBits = 0): Uint8Array => {
  const bytes = new Uint8Array(Math.ceil((septets.length * 7 + skipBits) / 8));
  for (const [at, septet] of septets.entries()) {
    const bit = skipBits + at * 7;
    const [place, shift] = [bit >> 3, bit & 7];
    bytes[place] = (bytes[place] ?? 0) | ((septet << shift) & 0xff);
    if (shift > 1) bytes[place + 1] = (bytes[place + 1] ?? 0) | (septet >> (8 - shift));
  }
  return bytes;
};
