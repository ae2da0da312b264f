import { describe, expect, it } from 'vitest';
import { partsOf, type RemarkCode, remarkSentences, remarksOf } from '../../../server/contract/model/commandRemarks.ts';
import { commands as hindi } from '../../text/hi/commands.ts';
import { sayRemarks } from './remarks.ts';

const namesIn = (sentence: string) =>
  partsOf(sentence)
    .filter((_, at) => at % 2 === 1)
    .toSorted();
const codes = Object.keys(remarkSentences) as RemarkCode[];

describe('remarks of commands', () => {
  it.each(codes)('%s is said in Hindi with everything that the server says of it', (code) => {
    expect(namesIn(hindi.remarks[code])).toEqual(namesIn(remarkSentences[code]));
    const words = hindi.remarks[code].replaceAll(/\{[a-z]+\}/gi, '');
    expect(words, code).toMatch(/[ऀ-ॿ]/);
  });

  it('lead from one to the next, with numbers as the person writes them', () => {
    expect(sayRemarks(remarksOf('not sent: Tank level: it is 12000.5, and must be below 9500'))).toBe(
      'not sent: Tank level: it is 12,000.5, and must be below 9,500',
    );
    expect(sayRemarks(remarksOf('not sent: the moon was in the way'))).toBe('not sent: the moon was in the way');
    expect(sayRemarks(remarksOf('not sent: cannot connect to 10.0.0.7:502: connect ECONNREFUSED 10.0.0.7:502'))).toBe(
      'not sent: cannot connect to 10.0.0.7:502: the other side refuses the connection (ECONNREFUSED, 10.0.0.7:502)',
    );
    expect(sayRemarks([])).toBe('');
  });
});
