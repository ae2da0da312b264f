import type { z } from 'zod';
import { reasonOf } from '../../contract/reasonOf.ts';
import { patchInfoBody } from '../../contract/user/accounts.ts';
import { Failure } from '../../core/fail.ts';
import { withoutPhone } from '../../http/validation.ts';
import type { Unit } from '../../plantModel/index.ts';
import { type IndustryRule, industryMetaRule, industryRules, isMetaKey, type UnitRule, unitRules } from './infoPaths.ts';

/** One operation whose path is on the list and whose value fits it. */
export type InfoOperation = { path: string; value: unknown } & (
  | { kind: 'unit'; unitId: string; rule: UnitRule; key: string }
  | { kind: 'industry'; rule: IndustryRule; key: string }
);

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);
const MAX_DEPTH = 20;

/** Whether a value has a key anywhere in it that could reach a prototype, or is deeper than any value needs to be. */
const isPoisoned = (value: unknown, depth = 0): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth > MAX_DEPTH || Object.entries(value).some(([key, inner]) => FORBIDDEN.has(key) || isPoisoned(inner, depth + 1)));

const refused = (path: string, why: string): Failure =>
  new Failure('parameter', `${path}: ${why}`, { errors: [{ path, message: why }] });

const NOT_LISTED = 'this path cannot be changed';

const unitRuleFor = (rest: readonly string[], unit: Unit): { rule: UnitRule; key: string } | undefined => {
  const [name = '', key = ''] = rest;
  const isQuality = unit.type === 'quality';
  const fits = (rule: UnitRule | undefined): rule is UnitRule =>
    rule !== undefined && (rule.only === undefined || (rule.only === 'quality') === isQuality);
  const rule = unitRules.get(rest.join('/'));
  // a literal `*` is no parameter of any unit
  if (fits(rule) && !rest.includes('*')) return { rule, key };
  const byParam = unitRules.get(`${name}/*`);
  const isParam = rest.length === 2 && Object.hasOwn(unit.meta.params ?? {}, key);
  return isParam && fits(byParam) ? { rule: byParam, key } : undefined;
};

const industryRuleFor = (parts: readonly string[]): { rule: IndustryRule; key: string } | undefined => {
  const rule = industryRules.get(parts.join('/'));
  if (rule) return { rule, key: '' };
  const [first, key = ''] = parts;
  return first === 'meta' && parts.length === 2 && isMetaKey(key) ? { rule: industryMetaRule, key } : undefined;
};

/**
 * Finds what a path means for the units as they are listed.
 * @throws Failure `parameter` for a path that is not on the list, and for a value that its path does not take.
 */
const readOperation = (sent: { path: string; value?: unknown }, units: readonly Unit[]): InfoOperation => {
  const path = `/${sent.path.replace(/^\//, '')}`;
  const parts = path.split('/').slice(1);
  if (parts.some((part) => FORBIDDEN.has(part) || part === '')) throw refused(path, NOT_LISTED);
  if (isPoisoned(sent.value)) throw refused(path, 'the value has a key that is not allowed');
  const checked = <R extends { value: z.ZodType }>(rule: R): unknown => {
    const parsed = rule.value.safeParse(sent.value, { error: reasonOf });
    if (!parsed.success) throw refused(path, `the value ${parsed.error.issues[0]?.message}`);
    return parsed.data;
  };
  if (parts[0] === 'units') {
    const [, index = '', ...rest] = parts;
    const unit = /^(0|[1-9]\d{0,5})$/.test(index) ? units[Number(index)] : undefined;
    if (!unit) throw refused(path, `there is no unit ${index.slice(0, 20)} in the list`);
    const found = unitRuleFor(rest, unit);
    if (!found) throw refused(path, NOT_LISTED);
    const value = checked(found.rule);
    const choices = found.rule.choices?.(unit);
    if (choices && !choices.includes(String(value))) throw refused(path, `must be one of ${choices.filter(Boolean).join(', ')}`);
    return { kind: 'unit', path, unitId: unit.id, value, ...found };
  }
  const found = industryRuleFor(parts);
  if (!found) throw refused(path, NOT_LISTED);
  return { kind: 'industry', path, value: checked(found.rule), ...found };
};

/**
 * The operations of a body, all of them allowed.
 * @throws Failure `parameter` for the first that is not.
 */
export const readOperations = (body: unknown, units: readonly Unit[]): InfoOperation[] => {
  const parsed = patchInfoBody.safeParse(withoutPhone(body), { error: reasonOf });
  if (!parsed.success) throw new Failure('parameter', 'Invalid operation format', { errors: faultsOf(parsed.error) });
  // a value that is not there at all is no value, not even null
  const bare = parsed.data.operations.find((operation) => operation.value === undefined);
  if (bare) throw refused(bare.path, 'value missing');
  return parsed.data.operations.map((operation) => readOperation(operation, units));
};

const faultsOf = (error: z.ZodError): { path: string; message: string }[] =>
  error.issues.slice(0, 10).map((issue) => ({ path: issue.path.map(String).join('.'), message: issue.message }));
