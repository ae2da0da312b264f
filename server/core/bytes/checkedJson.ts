import { hash } from 'node:crypto';
import { Failure } from '../fail.ts';
import { canonicalJson } from './canonicalJson.ts';

const CHECK = 'check';
/** A file that has a check under a name that was damaged has one all the same. */
const endsWithCheck = /"[^"]*":\s*"[0-9a-f]{64}"\s*\}\s*$/;

const checkOf = (value: object): string => hash('sha256', canonicalJson(value), 'hex');

/** JSON of a small file that this program keeps, with the SHA-256 of its canonical form as the last member. */
export const checkedJson = (value: object): string => JSON.stringify({ ...value, [CHECK]: checkOf(value) });

/**
 * What such a file says. One that was written before there were checks has none.
 * @throws Failure `unavailable` where it is not what was written, SyntaxError where it is no JSON.
 */
export const parseChecked = (text: string): unknown => {
  const parsed = JSON.parse(text) as unknown;
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return parsed;
  const { [CHECK]: check, ...value } = parsed as Record<string, unknown>;
  const isWhole = check === undefined ? !endsWithCheck.test(text) : check === checkOf(value);
  if (!isWhole) throw new Failure('unavailable', 'it is not what was written');
  return value;
};
