import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPdu } from '../../test/smsPdu.ts';
import { submitPdus } from './gsmPdu.ts';

const joined = (text: string) => {
  const parts = (submitPdus('919820098200', text, 7) ?? []).map(({ hex }) => readPdu(hex));
  return { parts, text: parts.map((part) => part.text).join('') };
};

describe('an SMS as a modem takes it', () => {
  it('is the octets that the textbook example has', () => {
    expect(submitPdus('46708251358', 'hellohello', 0)).toEqual([
      { hex: '0001000B916407281553F800000AE8329BFD4697D9EC37', octets: 22 },
    ]);
  });

  it('holds 160 signs of the GSM alphabet alone and 153 in each of several parts', () => {
    expect(joined('x'.repeat(160)).parts).toHaveLength(1);
    const long = joined('x'.repeat(161));
    expect(long.parts.map(({ part }) => part)).toEqual([
      { reference: 7, of: 2, at: 1 },
      { reference: 7, of: 2, at: 2 },
    ]);
    expect(long.parts[0]?.text).toHaveLength(153);
    expect(joined('€'.repeat(80)).parts).toHaveLength(1);
    expect(joined('€'.repeat(81)).parts).toHaveLength(2);
  });

  it('goes in UCS-2 where the alphabet does not reach, 70 signs alone and 67 in each of several', () => {
    const hindi = 'कच्चा जल टंकी भर गई';
    expect(joined(hindi)).toMatchObject({ text: hindi, parts: [{ coding: 'ucs2', part: null }] });
    expect(joined('जल'.repeat(35)).parts).toHaveLength(1);
    expect(joined('जल'.repeat(36)).parts).toHaveLength(2);
  });

  it('never cuts a sign in two', () => {
    for (const { text } of joined('💧'.repeat(40)).parts) expect(text).toMatch(/^(💧)+$/u);
    for (const { text } of joined(`${'x'.repeat(152)}€${'x'.repeat(50)}`).parts) expect(text).not.toMatch(/ /);
  });

  it('comes back whole, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }), (text) => {
        fc.pre(!text.includes('\u001b') && text.isWellFormed());
        expect(joined(text).text).toBe(text);
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 700 }), (text) => {
        expect(joined(text).text).toBe(text);
      }),
    );
  });

  it('is refused where it would take more than 8 parts', () => {
    expect(submitPdus('91982', 'x'.repeat(153 * 8 + 1), 0)).toBeUndefined();
    expect(submitPdus('91982', 'x'.repeat(153 * 8), 0)).toHaveLength(8);
  });
});
