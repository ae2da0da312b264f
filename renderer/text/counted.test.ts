/** One is not many: what is counted in a sentence has the number of its count, in both languages. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { counted } from './counted.ts';
import { system as english } from './en/system.ts';

const sentencesOfOne = async (language: 'en' | 'hi'): Promise<string[]> => {
  const folder = join(import.meta.dirname, language);
  const found: string[] = [];
  const read = (value: unknown, path: string): void => {
    if (typeof value === 'function') {
      try {
        read(
          Reflect.apply(
            value,
            undefined,
            Array.from({ length: 6 }, () => 1),
          ),
          path,
        );
      } catch {
        // counts nothing: it joins a list of names
      }
    } else if (typeof value === 'string') found.push(`${path}: ${value}`);
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) read(inner, `${path}.${key}`);
  };
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.ts') && !file.endsWith('all.ts')) read(await import(join(folder, file)), file);
  return found;
};

/** Verbs of one thing, and what ends in s without being many. */
const notMany = 'is|has|was|does|this|as|reaches|wants|goes|flows|takes|answers the same|ms|series|address';
/** Of these there is never one, or the number is one that is not a count. */
const neverOne = ['points', 'alarmsOfLong', 'thinned', 'auditOk'];
const isCounted = (sentence: string): boolean => !neverOne.some((name) => sentence.includes(`.${name}: `));

describe('one', () => {
  it('of something is not many of it in English', async () => {
    const many = new RegExp(String.raw`(?<![\d.,–-])1 (?:(?:more|judged|evaluated|quality|key) )?(?!(?:${notMany})\b)[a-z]+s\b`);
    expect((await sentencesOfOne('en')).filter((one) => isCounted(one) && many.test(one))).toEqual([]);
  });

  it('of something is not many of it in Hindi', async () => {
    const many = /(?<![\d.,–-])1 (?:\S+ )?(?!हटाएँ)\S*(?:याँ|(?<!हट)ाएँ|ियों|ाओं|ँचों|तों|ठों|ष्ठों|ह्नों|णों|नों|चीज़ें|समस्याएँ)(?= |$|[,।?])/;
    expect((await sentencesOfOne('hi')).filter((one) => isCounted(one) && many.test(one))).toEqual([]);
  });

  it('row of the audit log is not all of them', () => {
    expect([english.auditOk('1'), english.auditOk('2')]).toEqual([
      'The one row is what was written.',
      'All 2 rows are what was written.',
    ]);
  });

  it('is found in a number that is formatted already', () => {
    expect([counted(1, 'day', 'days'), counted('1', 'day', 'days')]).toEqual(['1 day', '1 day']);
    expect([counted(0, 'day', 'days'), counted('1.5', 'day', 'days')]).toEqual(['0 days', '1.5 days']);
  });
});
