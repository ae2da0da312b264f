import { type IndustryFacts, industryFacts } from '../contract/model/industryFacts.ts';
import type { InputFault } from '../core/refusal.ts';
import { MINUTES_PER_DAY } from '../core/slots.ts';
import { minutesAfterMidnight } from '../core/time.ts';
import type { Category, Industry, Unit } from './model.ts';

const known = new WeakMap<Pick<Industry, 'meta'>, IndustryFacts>();

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A part of the facts as far as it is right: of a list the entries that are, of anything else all or nothing. */
const readPart = (name: string, stored: unknown): Record<string, unknown> => {
  const parse = (value: unknown): Record<string, unknown> => {
    const read = industryFacts.safeParse({ [name]: value });
    return read.success ? { [name]: Reflect.get(read.data, name) } : {};
  };
  if (!Array.isArray(stored)) return parse(stored);
  return { [name]: stored.filter((entry) => name in parse([entry])) };
};

/** Never throws: what an older version or a hand wrote otherwise counts as not entered. */
const readFacts = (stored: unknown): IndustryFacts => {
  const whole = industryFacts.safeParse(stored ?? {});
  if (whole.success) return whole.data;
  const parts = isObject(stored) ? Object.entries(stored).map(([name, part]) => readPart(name, part)) : [];
  const rescued = industryFacts.safeParse(Object.assign({}, ...parts));
  return rescued.success ? rescued.data : industryFacts.parse({});
};

/** What is known of a plant beyond its units, with the defaults of the definitions; from memory. */
export const factsOf = (industry: Pick<Industry, 'meta'> | undefined): IndustryFacts => {
  if (!industry) return industryFacts.parse({});
  const read = known.get(industry) ?? readFacts(industry.meta.facts);
  known.set(industry, read);
  return read;
};

const repeated = (list: string, name: string, keys: readonly (string | number)[]): InputFault[] => {
  const seen = new Set<string | number>();
  return keys.flatMap((key, index) => {
    if (seen.has(key)) return [{ path: `facts.${list}.${index}.${name}`, message: `${key} is given more than once` }];
    seen.add(key);
    return [];
  });
};

type Slab = IndustryFacts['tariffs']['energy'][number];

/** Minutes of the day that a slab holds; one whose end is not after its start runs past midnight. */
const stretchesOf = ({ from, to }: Slab): [from: number, to: number][] => {
  const [start, end] = [minutesAfterMidnight(from), minutesAfterMidnight(to)];
  const isWithinDay = start < end;
  return isWithinDay
    ? [[start, end]]
    : [
        [start, MINUTES_PER_DAY],
        [0, end],
      ];
};

/** An hour that two slabs hold would cost what the one says that was written first. */
const overlaps = (slabs: readonly Slab[]): InputFault[] =>
  slabs.flatMap((slab, index) => {
    const other = slabs
      .slice(0, index)
      .find((before) =>
        stretchesOf(before).some(([from, to]) => stretchesOf(slab).some(([start, end]) => start < to && from < end)),
      );
    const message = `${slab.from}-${slab.to} and ${other?.from}-${other?.to} hold the same hours: each hour has one price`;
    return other ? [{ path: `facts.tariffs.energy.${index}.from`, message }] : [];
  });

type Surroundings = { before: IndustryFacts; categories: readonly Category[]; units: readonly Unit[] };

/** What is wrong with new facts beyond their shape, by field. */
export const factsFaults = (facts: IndustryFacts, { before, categories, units }: Surroundings): InputFault[] => {
  const subCategories = new Set(categories.flatMap((category) => category.subCategories.map(({ id }) => id)));
  const aquifers = new Set(facts.aquifers.map(({ aquiferId }) => aquiferId));
  const left = before.aquifers.filter(({ aquiferId }) => !aquifers.has(aquiferId));
  return [
    ...repeated(
      'production',
      'month',
      facts.production.map(({ month, product }) => `${month} ${product}`),
    ),
    ...repeated(
      'turnover',
      'fiscalYear',
      facts.turnover.map(({ fiscalYear }) => fiscalYear),
    ),
    ...repeated(
      'catchments',
      'id',
      facts.catchments.map(({ id }) => id),
    ),
    ...repeated(
      'aquifers',
      'aquiferId',
      facts.aquifers.map(({ aquiferId }) => aquiferId),
    ),
    ...repeated(
      'roPlants',
      'plantId',
      facts.roPlants.map(({ plantId }) => plantId),
    ),
    ...overlaps(facts.tariffs.energy),
    ...facts.aquifers.flatMap(({ topMbgl, bottomMbgl }, index) =>
      topMbgl !== null && bottomMbgl !== null && bottomMbgl <= topMbgl
        ? [{ path: `facts.aquifers.${index}.bottomMbgl`, message: 'must be below topMbgl: depths grow downwards' }]
        : [],
    ),
    ...Object.entries(facts.rainWater).flatMap(([list, ids]) =>
      Array.isArray(ids)
        ? ids.flatMap((id, index) =>
            units.some((unit) => unit.id === id)
              ? []
              : [{ path: `facts.rainWater.${list}.${index}`, message: `unit ${id} does not exist` }],
          )
        : [],
    ),
    ...facts.roPlants.flatMap(({ plantId }, index) =>
      subCategories.has(plantId)
        ? []
        : [{ path: `facts.roPlants.${index}.plantId`, message: `sub-category ${plantId} does not exist` }],
    ),
    ...left.flatMap(({ aquiferId, name }) => {
      const well = units.find(({ meta }) => meta.well?.aquiferId === aquiferId);
      return well ? [{ path: 'facts.aquifers', message: `${well.name} is in the aquifer ${name}, which is left out` }] : [];
    }),
  ];
};
