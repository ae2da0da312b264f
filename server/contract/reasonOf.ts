import type { z } from 'zod';

const nouns: Record<string, string> = {
  int: 'a whole number',
  number: 'a number',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  string: 'a text',
  boolean: 'true or false',
};
const forms: Record<string, string> = {
  datetime: 'must be a time as YYYY-MM-DDTHH:MM:SSZ, or with an offset in place of the Z',
  date: 'must be a date that exists, as YYYY-MM-DD',
  email: 'must be an e-mail address',
  url: 'must be an address as https://host/path',
  uuid: 'must be a UUID',
  ipv4: 'must be an IPv4 address',
  ipv6: 'must be an IPv6 address',
};
const counted: Record<string, string> = { string: ' characters', array: ' entries', set: ' entries', map: ' entries' };

/** What any of the alternatives would have taken. */
const eitherOf = (alternatives: readonly (readonly z.core.$ZodIssue[])[]): string => {
  const firsts = alternatives.flatMap((issues) => issues.slice(0, 1));
  const reasons = firsts.map(({ path, message }) => (path.length > 0 ? `${path.join('.')} ${message}` : message));
  const [first = 'is invalid', ...others] = [...new Set(reasons)];
  return [first, ...others.map((reason) => (first.startsWith('must be ') ? reason.replace(/^must be /, '') : reason))].join(
    ' or ',
  );
};

/** Why a value is refused, to follow its name; zod asks it only where the schema has no message of its own. */
export const reasonOf: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`;
    case 'invalid_type':
      return `must be ${nouns[issue.expected] ?? issue.expected}`;
    case 'too_small':
      return `must ${counted[issue.origin] ? 'have' : 'be'} ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}${counted[issue.origin] ?? ''}`;
    case 'too_big':
      return `must ${counted[issue.origin] ? 'have' : 'be'} ${issue.inclusive ? 'at most' : 'less than'} ${issue.maximum}${counted[issue.origin] ?? ''}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return forms[issue.format] ?? 'is invalid';
    case 'invalid_union':
      return eitherOf(issue.errors);
    case 'unrecognized_keys':
      return `has unknown fields: ${issue.keys.join(', ').slice(0, 200)}`;
    default:
      return 'is invalid';
  }
};
