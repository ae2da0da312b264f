import { packSeptets, septetsOf } from './gsmAlphabet.ts';

/** A part of a message as a modem in PDU mode takes it: hex, and its length without the service centre, in octets. */
export type Pdu = { hex: string; octets: number };

/** Room of one part, alone and as one of several, in septets and in UTF-16 units. */
const SEPTETS = { alone: 160, joined: 153 } as const;
const UNITS = { alone: 70, joined: 67 } as const;
const HEADER_OCTETS = 6;
/** The header's 48 bits leave one that fills the seventh septet. */
const HEADER_BITS = 49;
const MOST_PARTS = 8;

const hex = (bytes: Iterable<number>): string =>
  [...bytes]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();

/** Digits in swapped pairs, filled with F. */
const semiOctets = (digits: string): string =>
  (digits.length % 2 === 0 ? digits : `${digits}F`).replace(/(.)(.)/g, '$2$1').toUpperCase();

/** Cuts at no more than `room` places, never between the two halves of one sign. */
const cut = <T>(units: readonly T[], room: number, isSecondHalf: (unit: T, before: T | undefined) => boolean): T[][] => {
  const parts: T[][] = [];
  for (let from = 0; from < units.length; ) {
    let to = Math.min(units.length, from + room);
    while (to < units.length && to > from + 1 && isSecondHalf(units[to] as T, units[to - 1])) to -= 1;
    parts.push(units.slice(from, to));
    from = to;
  }
  return parts;
};

/**
 * SMS-SUBMIT of 3GPP TS 23.040: in the GSM alphabet where it will do, else in UCS-2; a text that is longer than one part goes in
 * several that the phone joins.
 * @param to digits with country code, without +.
 * @param reference 0..255, the same for all parts of one message.
 * @returns undefined for a text of more than 8 parts.
 */
export const submitPdus = (to: string, text: string, reference: number): Pdu[] | undefined => {
  const septets = septetsOf(text);
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  const parts = septets
    ? cut(septets, septets.length <= SEPTETS.alone ? SEPTETS.alone : SEPTETS.joined, (_, before) => before === 0x1b)
    : cut(units, units.length <= UNITS.alone ? UNITS.alone : UNITS.joined, (unit) => unit >= 0xdc00 && unit <= 0xdfff);
  if (parts.length > MOST_PARTS) return undefined;
  const count = Math.max(1, parts.length);
  return (parts.length > 0 ? parts : [[]]).map((part, at) => {
    const header = count > 1 ? [HEADER_OCTETS - 1, 0x00, 0x03, reference & 0xff, count, at + 1] : [];
    const skipBits = header.length > 0 && septets ? HEADER_BITS - header.length * 8 : 0;
    const body = septets ? packSeptets(part, skipBits) : Uint8Array.from(part.flatMap((unit) => [unit >> 8, unit & 0xff]));
    const length = septets ? part.length + (header.length > 0 ? 7 : 0) : body.length + header.length;
    const first = header.length > 0 ? 0x41 : 0x01;
    const coding = septets ? 0x00 : 0x08;
    const tpdu = `${hex([first, 0x00, to.length, 0x91])}${semiOctets(to)}${hex([0x00, coding, length, ...header, ...body])}`;
    return { hex: `00${tpdu}`, octets: tpdu.length / 2 };
  });
};
