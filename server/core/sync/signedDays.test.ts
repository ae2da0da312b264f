import { hash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { monthHash, rootHash } from '../bytes/blockHash.ts';
import { monthOfDay } from '../months.ts';
import { signedDays } from './signedDays.ts';

const SITE = '0b6b8e0c-6a10-4c8e-9c55-0f0a4f0e6a01';
type Node = [number, string];

const nodesOf = (days: readonly number[], content = ''): Node[] => days.map((day) => [day, hash('sha256', `${day}${content}`)]);
const monthsOf = (days: readonly Node[]): Node[] =>
  [...Map.groupBy(days, ([day]) => monthOfDay(day))].map(([month, its]) => [
    month,
    monthHash(
      month,
      its.map(([, of]) => Buffer.from(of, 'hex')),
    ).toString('hex'),
  ]);
const treeOf = (days: readonly Node[], named = 14) => {
  const months = monthsOf(days);
  const all = months.map(([, of]) => Buffer.from(of, 'hex'));
  const closedTo = days.at(-1)?.[0] ?? 0;
  return { site: SITE, epoch: 2, root: rootHash(SITE, 2, all).toString('hex'), closedTo, months: months.slice(-named) };
};

// from the middle of one month into the third
const stated = nodesOf(Array.from({ length: 60 }, (_, at) => 20_410 + at));
const later = nodesOf([20_470, 20_471]);

it('days that the statement covers are signed, with and without days that came after it', () => {
  const all = stated.map(([day]) => day);
  expect([...signedDays(treeOf(stated), monthsOf(stated), stated)]).toEqual(all);
  expect([...signedDays(treeOf(stated), monthsOf([...stated, ...later]), [...stated, ...later])]).toEqual(all);
});

it('months that the statement does not name are covered by its root', () => {
  const signed = treeOf(stated, 1);
  const [first] = signed.months;
  expect(signedDays(signed, monthsOf(stated), stated)).toHaveLength(60);
  // without all months nothing but the named ones is known
  expect([...signedDays(signed, [], stated)]).toEqual(stated.map(([day]) => day).filter((day) => monthOfDay(day) === first?.[0]));
});

it('a month in which anything is another than what was signed has no signed day', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 59 }), fc.constantFrom('changed', 'left out', 'put in'), (at, how) => {
      const other = stated.flatMap((node, place): Node[] => {
        if (place !== at) return [node];
        const [day, of] = node;
        if (how === 'left out') return [];
        return how === 'changed' ? [[day, hash('sha256', 'other')]] : [node, [day, of]];
      });
      const month = monthOfDay(stated[at]?.[0] ?? 0);
      const found = signedDays(treeOf(stated), monthsOf(other), other);
      expect([...found].every((day) => monthOfDay(day) !== month)).toBe(true);
      expect(found.size).toBe(stated.filter(([day]) => monthOfDay(day) !== month).length);
    }),
  );
});
