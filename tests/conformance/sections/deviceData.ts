import { expect } from 'vitest';
import { accepted, bodyOf, hasKeys, listOf, refused, type Section, today, yesterday } from '../sentence.ts';
import { about, type Json, required, same, strictDate, v1 } from './readingsParts.ts';

const factorRule = (ask: typeof v1, read: (body: Json) => number): Section['sentences'] => [
  ['divisionFactor is 1000 where absent', async (at) => same(ask(at), ask(at, { divisionFactor: '1000' }))],
  [
    'divisionFactor divides the stored litres',
    async (at) => {
      const [kilolitres, litres] = [read(accepted(await ask(at))), read(accepted(await ask(at, { divisionFactor: '1' })))];
      expect(kilolitres).toBeGreaterThan(0);
      expect(Math.abs(litres / 1000 - kilolitres)).toBeLessThan(0.011);
    },
  ],
  [
    'divisionFactor is a whole number',
    async (at) => {
      for (const bad of ['x', '1.5', '-1']) refused(await ask(at, { divisionFactor: bad }), 1403);
    },
  ],
];

export const deviceData: Section = {
  name: 'GET /deviceData',
  sentences: [
    ...required(v1, 'date1', 'category', 'type'),
    ...strictDate(v1, 'date1', 'date2'),
    ...factorRule(v1, ({ total1 }) => Number(total1)),
    ['divisionFactor 0 is taken as 1000', async (at) => same(v1(at), v1(at, { divisionFactor: '0' }))],
    [
      'category is source, stock, energy or quality',
      async (at) => {
        for (const category of ['source', 'stock', 'energy', 'quality'])
          expect(accepted(await v1(at, { category })).category).toBe(category);
      },
    ],
    ['a category that the user does not have is 1401', async (at) => refused(await v1(at, { category: 'nope' }), 1401)],
    [
      'type is HOUR, DATE, MONTH or YEAR',
      async (at) => {
        for (const type of ['HOUR', 'DATE', 'MONTH', 'YEAR']) expect(accepted(await v1(at, { type })).type).toBe(type);
        refused(await v1(at, { type: 'DAY' }), 1403);
      },
    ],
    [
      'date2 is compared with',
      async (at) => {
        hasKeys(accepted(await v1(at, { date2: today })), 'window1', 'window2', 'total1', 'total2');
        expect(bodyOf(await v1(at))).not.toHaveProperty('total2');
      },
    ],
    [
      'subCategory restricts the answer',
      async (at) => {
        const all = listOf(accepted(await v1(at)).subCategories);
        const one = listOf(accepted(await v1(at, { subCategory: 'production' })).subCategories);
        expect(one.map(({ id }) => id)).toEqual(['production']);
        expect(all.length).toBeGreaterThan(1);
      },
    ],
    [
      'includeToday is true where absent',
      async (at) => same(v1(at, { date1: today }), v1(at, { date1: today, includeToday: 'true' })),
    ],
    [
      'includeToday=false leaves out the latest values',
      async (at) => {
        const subs = listOf(accepted(await v1(at, { date1: today, includeToday: 'false' })).subCategories);
        const units = subs.flatMap(({ units }) => listOf(units));
        expect(units.every(({ latest }) => latest === null)).toBe(true);
      },
    ],
    [
      'quality with HOUR holds a history of 7 days',
      async (at) => {
        const { history } = accepted(await v1(at, { category: 'quality' })) as { history: { days: { date: string }[] } };
        expect(new Set(history.days.map(({ date }) => date)).size).toBe(7);
        expect(accepted(await v1(at, { category: 'quality', type: 'DATE' }))).not.toHaveProperty('history');
      },
    ],
    [
      'the path ends with a slash or not',
      async (at) => same(v1(at), at.get(`/deviceData?date1=${yesterday}&category=source&type=HOUR`)),
    ],
  ],
};

const v2 = about('/deviceDataV2', { date1: yesterday, category: 'ID_SOURCE' });

const unitsOf = (body: Json): Json[] =>
  listOf(body.categories).flatMap(({ subCategories }) => listOf(subCategories).flatMap(({ units }) => listOf(units)));

export const deviceDataV2: Section = {
  name: 'GET /deviceDataV2',
  sentences: [
    ...required(v2, 'date1', 'category'),
    ...strictDate(v2, 'date1', 'date2'),
    ...factorRule(v2, ({ total }) => Number(total)),
    [
      'category is a standard category id',
      async (at) => {
        for (const category of [
          'ID_SOURCE',
          'ID_RAW_WATER_STOCK',
          'ID_CONSUMPTION',
          'ID_WATER_CREDITED',
          'ID_WATER_DEBITED',
          'RO_EFFICIENCY_PLANT',
          'GROUND_WATER_LEVEL',
        ])
          expect(accepted(await v2(at, { category })).standardCategoryId, category).toBe(category);
      },
    ],
    [
      'ALL_CATEGORIES_V2|id gathers all matching categories',
      async (at) => {
        const all = unitsOf(accepted(await v2(at, { category: 'ALL_CATEGORIES_V2|SOURCE_CATEGORY' })));
        expect(all.length).toBeGreaterThan(unitsOf(accepted(await v2(at))).length);
      },
    ],
    [
      'a category that is not there is 1401',
      async (at) => {
        refused(await v2(at, { category: 'nope' }), 1401);
        refused(await v2(at, { category: 'ALL_CATEGORIES_V2|nope' }), 1401);
      },
    ],
    [
      'type is DAY, MONTH, YEAR or CUSTOM, and DAY where absent',
      async (at) => {
        for (const type of ['DAY', 'MONTH', 'YEAR', 'CUSTOM'])
          expect(accepted(await v2(at, { type, date2: today })).type).toBe(type);
        expect(accepted(await v2(at)).type).toBe('DAY');
        refused(await v2(at, { type: 'HOUR' }), 1403);
      },
    ],
    [
      'unitId restricts the answer to one unit',
      async (at) =>
        expect(unitsOf(accepted(await v2(at, { unitId: 'demo-borewell1' }))).map(({ unitId }) => unitId)).toEqual([
          'demo-borewell1',
        ]),
    ],
    [
      'divisionFactor is forced to 1 for GROUND_WATER_LEVEL',
      async (at) =>
        same(v2(at, { category: 'GROUND_WATER_LEVEL' }), v2(at, { category: 'GROUND_WATER_LEVEL', divisionFactor: '1' })),
    ],
    ['formattedOutput is true where absent', async (at) => same(v2(at), v2(at, { formattedOutput: 'true' }))],
    [
      'formattedOutput=false answers the stored documents',
      async (at) => {
        const reply = await v2(at, { formattedOutput: 'false' });
        expect(reply.status).toBe(200);
        expect(reply.text).toContain('"values"');
        expect(reply.text).not.toContain('"displayName"');
      },
    ],
    ['v2 is false where absent', async (at) => same(v2(at), v2(at, { v2: 'false' }))],
    [
      'v2=true is taken for energy',
      async (at) => void accepted(await v2(at, { category: 'ALL_CATEGORIES_V2|ENERGY_CATEGORY', v2: 'true' })),
    ],
    [
      'the formatter follows the standard category',
      async (at) => {
        const quality = unitsOf(accepted(await v2(at, { category: 'ALL_CATEGORIES_V2|QUALITY_CATEGORY' })));
        const energy = unitsOf(accepted(await v2(at, { category: 'ALL_CATEGORIES_V2|ENERGY_CATEGORY' })));
        expect([quality.every((unit) => 'quality' in unit), energy.every((unit) => 'energy' in unit)]).toEqual([true, true]);
      },
    ],
  ],
};
