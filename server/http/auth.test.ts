import { describe, expect, it } from 'vitest';
import { isFailure } from '../core/fail.ts';
import { uniformAt } from '../core/random.ts';
import { bearerToken } from './auth.ts';

/** What the header means in one pattern, as RFC 6750 has it and as servers read it. */
const byPattern = (header: string): string | undefined => /^Bearer +([^\s]+)$/i.exec(header.trim())?.[1];

const tokenOf = (header: string): string | undefined => {
  try {
    return bearerToken(header);
  } catch (error) {
    if (isFailure(error, 'token')) return undefined;
    throw error;
  }
};

describe('a bearer token', () => {
  it.each([
    ['Bearer abc.def', 'abc.def'],
    ['bEARER   abc', 'abc'],
    ['  Bearer abc  ', 'abc'],
    ['Bearer', undefined],
    ['Bearer ', undefined],
    ['Bearerabc', undefined],
    ['Basic abc', undefined],
    ['Bearer a b', undefined],
    ['Bearer a\tb', undefined],
    ['Bearer\tabc', undefined],
    ['Bearer a\u00a0b', undefined],
    ['', undefined],
  ])('of %j is %j', (header, token) => {
    expect(tokenOf(header)).toBe(token);
  });

  it('is the same as by one pattern, for any bytes that a header can hold', () => {
    let drawn = 0;
    const random = (): number => uniformAt(7, 0, drawn++);
    const pieces = [
      'Bearer',
      'bearer',
      'BEARER',
      ' ',
      '  ',
      '\t',
      '\u00a0',
      '\u0085',
      'x',
      'eyJ.a-b_c',
      'ÿ',
      '\r',
      '\n',
      '\v',
      '\f',
      '',
    ];
    const pick = (): string => pieces[Math.floor(random() * pieces.length)] ?? '';
    let found = 0;
    for (let round = 0; round < 20_000; round += 1) {
      const header = `${random() < 0.7 ? 'Bearer ' : ''}${pick()}${pick()}${random() < 0.5 ? pick() : ''}`;
      const token = tokenOf(header);
      expect(token, JSON.stringify(header)).toBe(byPattern(header));
      if (token !== undefined) found += 1;
    }
    expect(found).toBeGreaterThan(1000);
  });
});
