import { hidePaths, hideTokens, isSecret } from '../../contract/process/secrets.ts';

const DEEPEST = 12;
/** Fields that name a person or how to reach one. */
const people =
  /^(user|userid|username|usernames|assignee|by|email|emails|from|to|recipients?|phone|phoneno|phones|numbers?|ip|address|sentto|subject)$/i;
/** What goes to a service with its key in it, wherever that wants it. */
const sent = /^(headers|body)$/i;
const WORD = /[^\s"'<>]+/g;
const MAIL = /[^@]@[^@]/;
const PHONE = /\+?\d{9,15}/g;

const plainText = (text: string): string =>
  hidePaths(hideTokens(text))
    .replace(WORD, (word) => (MAIL.test(word) ? '[address]' : word))
    .replace(PHONE, '[number]');

const lengthsOf = (value: unknown): unknown => {
  if (typeof value === 'string') return `[${value.length} characters]`;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, lengthsOf(one)]));
};

/** Something to be shown to others: a secret is its length, people are left out, tokens, addresses and numbers in texts are hidden. */
export const plainFacts = (value: unknown, depth = 0): unknown => {
  if (typeof value === 'string') return plainText(value);
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint' ? String(value) : value;
  if (depth >= DEEPEST) return '[deeper]';
  if (Array.isArray(value)) return value.map((one) => plainFacts(one, depth + 1));
  if (value instanceof Map) return plainFacts(Object.fromEntries(value), depth);
  if (value instanceof Set) return plainFacts([...value], depth);
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      if (isSecret(name)) return [name, typeof one === 'string' ? `[secret of ${one.length} characters]` : '[secret]'];
      if (sent.test(name)) return [name, lengthsOf(one)];
      if (people.test(name)) return [name, one === null || one === undefined ? one : '[left out]'];
      return [name, plainFacts(one, depth + 1)];
    }),
  );
};

/** A line of the log as `plainFacts`; one that is no JSON is shown without its tokens. */
export const plainLine = (line: string): string => {
  try {
    return JSON.stringify(plainFacts(JSON.parse(line)));
  } catch {
    return plainText(line);
  }
};
