import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { plantEndpoints, userEndpoints } from './index.ts';

const pairs = [
  ['startDate', 'endDate'],
  ['date1', 'date2'],
  ['dateA1', 'dateA2'],
] as const;

/** Whether two dates of a row are the ends of one range; otherwise the second one is a day to compare with. */
const isRange = ({ query }: Endpoint): boolean => {
  if (!query) return false;
  const { properties = {} } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' });
  const pair = pairs.find((names) => names.every((name) => name in properties));
  return pair !== undefined && (pair[0] === 'startDate' || JSON.stringify(properties.type ?? '').includes('CUSTOM'));
};

const saidOf = ({ description = '', query }: Endpoint): string =>
  `${description} ${JSON.stringify(query ? z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }) : '')}`;

it('an operation that takes a range of dates says how long it may be', () => {
  const ranges = [...userEndpoints, ...plantEndpoints].filter(isRange);
  expect(ranges.length).toBeGreaterThan(10);
  const silent = ranges.filter((row) => !/at most [\d,]+ (and \d+ )?(days|months)|at most 5 years/i.test(saidOf(row)));
  expect(silent.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});
