import { expect, it } from 'vitest';
import { industryFacts } from '../../../server/contract/model/industryFacts.ts';
import { unitSpec } from '../../../server/contract/model/units.ts';
import { writePointSpec } from '../../../server/contract/model/writePoint.ts';
import { categorySpec, subCategorySpec } from '../../../server/contract/plant/categories.ts';
import { connectionSpec, createTag, deviceSpec } from '../../../server/contract/plant/commissioning/fieldConfiguration.ts';
import { loopTestSpec } from '../../../server/contract/plant/commissioning/loopTests.ts';
import { byEnd } from '../../parts/structure/labels.ts';
import { type Shape, shapeOf } from '../../parts/structure/shape.ts';
import { deviceFields } from '../../text/en/plant/deviceFields.ts';
import { factFields } from '../../text/en/plant/factFields.ts';
import { lineFields } from '../../text/en/plant/lineFields.ts';
import { loopTestFields } from '../../text/en/plant/loopTestFields.ts';
import { pointFields } from '../../text/en/plant/pointFields.ts';
import { signalFields } from '../../text/en/plant/signalFields.ts';
import { unitFields } from '../../text/en/plant/unitFields.ts';
import { factPartNames, factParts } from './facts/factParts.ts';
import { fieldsOfPart, unitParts } from './units/unitParts.ts';

/** Every field of a shape by its path, with what can be chosen there. */
const fieldsOf = (shape: Shape, path = ''): { path: string; options: readonly string[] }[] => {
  const under = (name: string) => (path === '' ? name : `${path}.${name}`);
  switch (shape.kind) {
    case 'object':
      return shape.fields.flatMap(({ name, shape: own }) => [{ path: under(name), options: [] }, ...fieldsOf(own, under(name))]);
    case 'variant':
      return [
        { path: under(shape.by), options: shape.variants.map(({ name }) => name) },
        ...shape.variants.flatMap(({ fields }) => fieldsOf({ kind: 'object', fields }, path)),
      ];
    case 'list':
    case 'keyed':
      return fieldsOf(shape.item, path);
    case 'tuple':
      return shape.items.flatMap((item, at) => [{ path: under(String(at)), options: [] }, ...fieldsOf(item, under(String(at)))]);
    case 'choice':
      return [{ path, options: shape.options.map(String) }];
    default:
      return [];
  }
};

const numbers = /^\d+$/;

it.each([
  ['a unit', unitSpec, unitFields],
  ['a category', categorySpec, unitFields],
  ['a group', subCategorySpec, unitFields],
  ['the facts of a plant', industryFacts, factFields],
  ['a write point', writePointSpec, pointFields],
  ['a device', deviceSpec, deviceFields],
  ['a line', connectionSpec, lineFields],
  ['a signal', createTag.body, signalFields],
  ['a loop test', loopTestSpec, loopTestFields],
])('every field of %s has a name, and every choice its word', (_, schema, { fields, options }) => {
  const all = fieldsOf(shapeOf(schema));
  expect(all.length).toBeGreaterThan(3);
  expect(all.filter(({ path }) => byEnd(fields, path) === undefined).map(({ path }) => path)).toEqual([]);
  const chosen = all.flatMap(({ path, options: values }) => values.map((value) => `${path}.${value}`));
  expect(chosen.filter((path) => byEnd(options, path) === undefined && !numbers.test(path.split('.').at(-1) ?? ''))).toEqual([]);
});

it('every field of a unit and of the facts is on a part of its form, but what is fixed', () => {
  const shown = new Set(unitParts.flatMap(allOf));
  const fixed = ['type', 'standardCategoryId'];
  const top = fieldsOf(shapeOf(unitSpec))
    .map(({ path }) => path)
    .filter((path) => /^(meta\.)?[^.]+$/.test(path) && path !== 'meta' && !fixed.includes(path));
  expect(top.filter((path) => !shown.has(path))).toEqual([]);
  const facts = factPartNames.flatMap((part): readonly string[] => factParts[part]);
  expect(facts.toSorted()).toEqual(Object.keys(industryFacts.parse({})).toSorted());
});

const types = ['flow', 'stock', 'level', 'borewell', 'quality', 'energy', 'rain', 'manual', 'virtual'] as const;
const allOf = (part: (typeof unitParts)[number]): string[] => types.flatMap((type) => fieldsOfPart(part, type));
