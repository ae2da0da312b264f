import { HIDDEN, hideTokens, isSecret } from '../../contract/process/secrets.ts';

const MAX_DEPTH = 12;
const MAX_CHARACTERS = 65_536;
const MAX_SUBJECT = 256;

const redact = (value: unknown, depth: number): unknown => {
  if (typeof value === 'string') return hideTokens(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return '[deeper]';
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Set) return [...value].map((one) => redact(one, depth + 1));
  if (Array.isArray(value)) return value.map((one) => redact(one, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, isSecret(name) && one !== null ? HIDDEN : redact(one, depth + 1)]),
  );
};

/** The JSON text of a state, without secrets; null for none. A text beyond 64 KiB is cut and marked. */
export const redactJson = (value: unknown): string | null => {
  if (value === undefined) return null;
  const text = JSON.stringify(redact(value, 0)) ?? null;
  if (text === null || text.length <= MAX_CHARACTERS) return text;
  return JSON.stringify({ cut: text.slice(0, MAX_CHARACTERS), characters: text.length });
};

export const blankSubject = (subject: string | undefined): string | null =>
  // half a character would be stored as another one, and break the chain
  subject === undefined ? null : hideTokens(subject).slice(0, MAX_SUBJECT).toWellFormed();
