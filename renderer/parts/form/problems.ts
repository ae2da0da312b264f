import type { z } from 'zod';
import { language } from '../../text/language.ts';
import { sentenceOf } from './refusal.ts';
import { words } from './words.ts';

type Issue = z.core.$ZodIssue;

/** What is wrong with a field, by path ("owner.email"). */
export type Problems = Readonly<Record<string, string>>;

const tooSmall = (issue: z.core.$ZodIssueTooSmall): string => {
  const least = Number(issue.minimum);
  if (issue.origin === 'string' || issue.origin === 'array') return least <= 1 ? words.needed : words.leastCharacters(least);
  return issue.inclusive === false ? words.above(least) : words.least(least);
};

/** Words of a form's own for what is wrong at a path of the schema. */
export type OwnWords = Problems | ((path: string) => string | undefined);

/** How forms ask a schema: issues bear a message only where the schema itself has one, for it knows more than the kind of the issue. */
export const ownMessagesOnly = { error: () => '', reportInput: true } as const;

/** An issue of the contract's schema as a person reads it; the schema's own sentence is English. */
const worded = (issue: Issue): string => {
  if ('input' in issue && issue.input === undefined && issue.code !== 'custom') return words.needed;
  switch (issue.code) {
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return issue.origin === 'string' ? words.mostCharacters(Number(issue.maximum)) : words.most(Number(issue.maximum));
    case 'invalid_type':
      if (issue.expected === 'int') return words.whole;
      return issue.expected === 'number' ? words.number : words.needed;
    case 'invalid_format':
      if (issue.format === 'email') return words.email;
      return language() === 'en' && issue.message !== '' ? `This ${issue.message}.` : words.wrong;
    case 'custom':
      // a schema of the panel's own says it in its language already
      if (issue.params?.isWorded === true) return issue.message;
      return language() === 'en' && issue.message !== '' ? sentenceOf(issue.message) : words.wrong;
    default:
      return language() === 'en' && issue.message !== '' ? sentenceOf(issue.message) : words.wrong;
  }
};

/** The first problem of each field, of a value that was parsed with `ownMessagesOnly`; `own` words those that the form knows better. */
export const problemsOf = (issues: readonly Issue[], own: OwnWords = {}): Problems => {
  const ownAt = typeof own === 'function' ? own : (path: string) => own[path];
  const found: Record<string, string> = {};
  for (const issue of issues) {
    const path = issue.path.map(String).join('.');
    const isEmpty = issue.code === 'too_small' && issue.origin === 'string' && Number(issue.minimum) <= 1;
    const special = isEmpty ? undefined : ownAt(path);
    found[path] ??= special ?? worded(issue);
  }
  return found;
};

/** A flat draft with dotted keys as the nested body that is sent. */
export const nested = (draft: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const body: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(draft)) {
    if (value === undefined) continue;
    const parts = path.split('.');
    const last = parts.pop() ?? path;
    let at = body;
    for (const part of parts) {
      at[part] ??= {};
      at = at[part] as Record<string, unknown>;
    }
    at[last] = value;
  }
  return body;
};

/** 1,200 or 1,23,456.5: a comma before groups of digits, the last of three. */
const grouped = /^[+-]?[1-9]\d{0,2}(,\d{2,3})*,\d{3}(\.\d+)?$/;
/** Whether the commas of a number may part its thousands. */
export const mayBeGrouped = (typed: string): boolean => grouped.test(typed);

const spaces = /[ \u00a0\u2009\u202f]/g;
/** 1 200 or 12 345,5, as other programs print it: a space parts thousands and nothing else. */
const spaced = /^[+-]?[1-9]\d{0,2}(?:[ \u00a0\u2009\u202f]\d{3})+(?:[.,]\d+)?$/;

/** Number() would also read 0x10, 0b1 and Infinity. */
const decimal = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i;

/**
 * A number as a person types or pastes it, with a point or a comma; undefined for nothing, NaN for what is none, and for 1,200, which is 1200 to one
 * person and 1.2 to another.
 */
export const numberOf = (typed: string): number | undefined => {
  // the minus that is printed, in what was copied from a page or a report
  const plain = typed.trim().replace(/^\u2212/, '-');
  if (plain === '') return undefined;
  if (spaced.test(plain)) return Number(plain.replaceAll(spaces, '').replace(',', '.'));
  if (!mayBeGrouped(plain)) {
    const number = decimal.test(plain) ? Number(plain.replace(',', '.')) : Number.NaN;
    // 1e999 is infinite, and would be sent as nothing
    return Number.isFinite(number) ? number : Number.NaN;
  }
  return plain.includes('.') || plain.split(',').length > 2 ? Number(plain.replaceAll(',', '')) : Number.NaN;
};
