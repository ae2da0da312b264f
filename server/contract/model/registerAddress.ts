import { z } from 'zod';
import { decodeSpec, type Space, space } from './field.ts';

/** First digit of a Modicon register number by space. */
const digitOf = { coil: '0', discrete: '1', input: '3', holding: '4' } as const satisfies Record<Space, string>;
const spaceOf: Readonly<Record<string, Space>> = { 0: 'coil', 1: 'discrete', 3: 'input', 4: 'holding' };
const HIGHEST = 65_535;

/** A place on the wire, in every way it is written. */
export const wireAddress = z
  .object({
    space,
    pdu: z.number().int().meta({ description: '0-based address as sent in the frame' }),
    hex: z.string().meta({ description: 'the same, as 0x0000' }),
    register: z.string().meta({ description: 'Modicon number of six digits, such as 400001' }),
    short: z.string().nullable().meta({ description: 'of five digits, such as 40001; null past 9999' }),
  })
  .meta({ id: 'WireAddress' });
export type WireAddress = z.infer<typeof wireAddress>;

/** Every way to write an address, of the PDU address `pdu`. */
export const showAddress = (inSpace: Space, pdu: number): WireAddress => {
  const digit = digitOf[inSpace];
  return {
    space: inSpace,
    pdu,
    hex: `0x${pdu.toString(16).toUpperCase().padStart(4, '0')}`,
    register: digit + String(pdu + 1).padStart(5, '0'),
    short: pdu + 1 <= 9999 ? digit + String(pdu + 1).padStart(4, '0') : null,
  };
};

export type ParsedAddress = { space: Space | undefined; pdu: number } | { fault: string };

const registerNumber = (digit: string, digits: string): ParsedAddress => {
  const number = Number(digits);
  const found = spaceOf[digit];
  if (!found || number < 1 || number > HIGHEST + 1)
    return { fault: `${digit}${digits} is no register number; as a PDU address, write pdu ${digit}${digits}` };
  return { space: found, pdu: number - 1 };
};

/**
 * Reads an address as a manual or another tool writes it. Modicon numbers name their space and count from 1: 40001 (five digits),
 * 400001 (six), 4x0001 and 4:1. Everything else is a PDU address, counting from 0: 0x0000 (hexadecimal), 17, and `pdu 40001` for
 * those that look like a Modicon number.
 */
export const parseAddress = (text: string): ParsedAddress => {
  const sent = text.trim();
  const hex = /^0x([0-9a-f]{1,4})$/i.exec(sent);
  if (hex?.[1]) return { space: undefined, pdu: Number.parseInt(hex[1], 16) };
  const explicit = /^pdu\s*(?::\s*)?(\d{1,5})$/i.exec(sent);
  const modicon = /^([0134])(?:[x:](\d{1,6})|(\d{4,5}))$/i.exec(sent);
  if (!explicit && modicon?.[1]) return registerNumber(modicon[1], modicon[2] ?? modicon[3] ?? '');
  const plain = explicit?.[1] ?? (/^\d{1,5}$/.test(sent) ? sent : undefined);
  if (plain === undefined)
    return { fault: `${sent.slice(0, 30)} is no address: write 40001, 400001, 4x0001, 0x0000 or a PDU address` };
  const pdu = Number(plain);
  return pdu <= HIGHEST ? { space: undefined, pdu } : { fault: `${sent} is past 65535` };
};

/**
 * The place that a written address means, together with the space named beside it.
 * @returns a fault when they disagree, or when none of both names a space.
 */
export const placeOf = (text: string, named: Space | undefined): { space: Space; pdu: number } | { fault: string } => {
  const parsed = parseAddress(text);
  if ('fault' in parsed) return parsed;
  const found = parsed.space ?? named;
  if (!found) return { fault: `${text} names no space: coil, discrete, input or holding` };
  if (named && parsed.space && parsed.space !== named)
    return { fault: `${text} is among the ${parsed.space} addresses, not ${named}` };
  return { space: found, pdu: parsed.pdu };
};

/** A decode spec whose address may be written as a manual does; a number is always the PDU address. */
export const writtenDecodeSpec = decodeSpec
  .extend({
    space: space.optional().meta({ description: 'may be left out where the address names it' }),
    address: z.union([
      z.number().int().min(0).max(HIGHEST),
      z.string().max(30).meta({ description: '40001, 400001, 4x0001, 0x0000, or a PDU address; answers show the PDU address' }),
    ]),
  })
  .transform((sent, context) => {
    const place =
      typeof sent.address === 'string'
        ? placeOf(sent.address, sent.space)
        : sent.space
          ? { space: sent.space, pdu: sent.address }
          : { fault: 'space missing' };
    if (!('fault' in place)) return { ...sent, space: place.space, address: place.pdu };
    context.addIssue({ code: 'custom', path: [typeof sent.address === 'string' ? 'address' : 'space'], message: place.fault });
    return z.NEVER;
  });
