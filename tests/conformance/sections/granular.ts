import { expect } from 'vitest';
import type { Reply } from '../../../server/test/httpRig.ts';
import { accepted, hasKeys, listOf, refused, type Section, today, yesterday } from '../sentence.ts';
import { about, type Json, required, same, strictDate, unit, v1 } from './readingsParts.ts';

const compare = about('/deviceDataV2/compare', {
  dateA1: yesterday,
  dateB1: today,
  ids1: 'demo-line1',
  ids2: 'demo-line3',
  category: 'ID_CONSUMPTION',
});

const itemsOf = (side: unknown): unknown[] => listOf((side as Json).items).map(({ id }) => id);

export const comparison: Section = {
  name: 'GET /deviceDataV2/compare',
  sentences: [
    ...required(compare, 'dateA1', 'dateB1', 'ids1', 'ids2', 'category'),
    ...strictDate(compare, 'dateA1', 'dateB1'),
    ['answers data1 and data2', async (at) => hasKeys(accepted(await compare(at)), 'data1', 'data2')],
    [
      'ids1 and ids2 may be repeated',
      async (at) => {
        const reply = await at.get(
          `/deviceDataV2/compare?dateA1=${yesterday}&dateB1=${today}&category=ID_CONSUMPTION&ids1=demo-line1&ids1=demo-line2&ids2=demo-line3&ids2=demo-line1`,
        );
        const { data1, data2 } = accepted(reply);
        expect([itemsOf(data1), itemsOf(data2)]).toEqual([
          ['demo-line1', 'demo-line2'],
          ['demo-line3', 'demo-line1'],
        ]);
      },
    ],
    ['by is UNIT where absent', async (at) => same(compare(at), compare(at, { by: 'UNIT' }))],
    [
      'by=SUB_CATEGORY takes the ids for sub-categories',
      async (at) => {
        const { data1 } = accepted(
          await compare(at, { by: 'SUB_CATEGORY', ids1: 'production', ids2: 'utilities', category: 'SOURCE_CATEGORY' }),
        );
        expect(itemsOf(data1)).toEqual(['production']);
      },
    ],
    ['by is UNIT or SUB_CATEGORY', async (at) => refused(await compare(at, { by: 'x' }), 1403)],
    ['type is DAY where absent', async (at) => same(compare(at), compare(at, { type: 'DAY' }))],
    [
      'type is DAY, MONTH, YEAR or CUSTOM',
      async (at) => {
        for (const type of ['DAY', 'MONTH', 'YEAR', 'CUSTOM'])
          accepted(await compare(at, { type, dateA2: yesterday, dateB2: today }));
        refused(await compare(at, { type: 'HOUR' }), 1403);
      },
    ],
    ['divisionFactor is 1000 where absent', async (at) => same(compare(at), compare(at, { divisionFactor: '1000' }))],
  ],
};

const group = about('/granular/category', { date1: yesterday, categoryId: 'source', subCategoryId: 'production' });

export const granular: Section = {
  name: 'Granular data',
  sentences: [
    ...required(unit, 'date1', 'unitId'),
    ...strictDate(unit, 'date1', 'date2'),
    [
      'a day has 288 readings, 5 minutes apart, from the shift start on',
      async (at) => {
        const points = listOf(accepted(await unit(at)).data1);
        expect(points).toHaveLength(288);
        expect(points[0]?.t).toBe('2026-11-11T00:30:00.000Z');
        expect(Date.parse(String(points[1]?.t)) - Date.parse(String(points[0]?.t))).toBe(300_000);
      },
    ],
    [
      'a slot without a reading is 0',
      async (at) => {
        const missing = listOf(accepted(await unit(at, { date1: today })).data1).filter(({ q }) => q === 'M');
        expect(missing.length).toBeGreaterThan(0);
        expect(missing.every(({ v }) => v === 0)).toBe(true);
      },
    ],
    [
      'values are divided by divisionFactor, 1000 where absent',
      async (at) => {
        await same(unit(at), unit(at, { divisionFactor: '1000' }));
        const sum = (reply: Reply): number => listOf(accepted(reply).data1).reduce((all, { v }) => all + Number(v), 0);
        expect(sum(await unit(at, { divisionFactor: '1' })) / 1000).toBeCloseTo(sum(await unit(at)), 1);
      },
    ],
    [
      'data2 is there only with date2',
      async (at) => {
        expect(accepted(await unit(at))).not.toHaveProperty('data2');
        hasKeys(accepted(await unit(at, { date2: today })), 'data1', 'data2');
      },
    ],
    ...required(group, 'date1', 'categoryId', 'subCategoryId'),
    [
      'readings of a sub-category are the sum of its units',
      async (at) => {
        const sum = (body: Json): number => listOf(body.data1).reduce((all, { v }) => all + Number(v), 0);
        const whole = sum(accepted(await group(at)));
        const { subCategories } = accepted(await v1(at, { subCategory: 'production' }));
        const ids = listOf(listOf(subCategories)[0]?.units).map(({ unitId }) => String(unitId));
        let parts = 0;
        for (const unitId of ids) parts += sum(accepted(await unit(at, { unitId })));
        expect(whole).toBeCloseTo(parts, 0);
      },
    ],
    ['isStandardCategory is false where absent', async (at) => same(group(at), group(at, { isStandardCategory: 'false' }))],
    [
      'isStandardCategory=true reads the standard categories view',
      async (at) => {
        expect(
          listOf(accepted(await group(at, { categoryId: 'ID_CONSUMPTION', isStandardCategory: 'true' })).data1),
        ).toHaveLength(288);
      },
    ],
    [
      'an unknown sub-category gives empty lists',
      async (at) => expect(accepted(await group(at, { subCategoryId: 'nope' }))).toMatchObject({ data1: [] }),
    ],
    ['date2 adds data2', async (at) => hasKeys(accepted(await group(at, { date2: today })), 'data1', 'data2')],
  ],
};
