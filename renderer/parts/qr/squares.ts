import { encode } from 'uqr';

/** Rows of a QR code without its white border, dark squares as 1. */
export const qrRows = (text: string): string[] =>
  encode(text, { ecc: 'M', border: 0 }).data.map((row) => row.map((isDark) => (isDark ? '1' : '0')).join(''));
