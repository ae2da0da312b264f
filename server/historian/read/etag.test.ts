import { expect, it } from 'vitest';
import { dayNumber } from '../../core/shift.ts';
import { TestPlant } from '../../test/testPlant.ts';
import { readingsEtag } from './etag.ts';
import type { ReadingReader } from './reader.ts';

const DATE = '2026-03-10';
const day = dayNumber(DATE);

/** What an answer is made from; a test changes one thing of it at a time. */
const start = () => {
  const plant = new TestPlant({ timezone: 'UTC', startAt: '00:00:00' })
    .addCategory('SOURCE_CATEGORY', ['wells', 'tankers'])
    .addCategory('STOCK_CATEGORY', ['tanks']);
  for (const [id, subCategoryId] of [
    ['well', 'wells'],
    ['tank', 'tanks'],
  ] as const)
    plant.addUnit({ id, type: 'flow', subCategoryId, meta: { meter: { modulus: 1e6, basePerCount: 10, maxPerHour: 100 } } });
  const endSlot = plant.calendar.window(DATE).firstSlot + 288;
  const asked = { industryId: 'DEMO', query: { type: 'HOUR' } as Record<string, unknown>, nowMs: 5_000_000, nowSlot: endSlot };
  const read = { seriesIds: [1], windows: [{ fromDay: day, toDay: day, toSlot: endSlot }] };
  const state = { plant, asked, read, revision: 'r1', isReporting: false };
  const tag = (): string => {
    const reader = {
      revision: () => state.revision,
      latest: () => (state.isReporting ? { quality: 'GOOD' } : undefined),
    } as unknown as ReadingReader;
    return readingsEtag(plant, reader, asked, read);
  };
  return { ...state, state, tag };
};
type Start = ReturnType<typeof start>;
const categoryOf = ({ plant }: Start) => {
  const [category] = plant.categories('DEMO');
  if (!category) throw new Error('no category');
  return category;
};
const industryOf = ({ plant }: Start) => {
  const industry = plant.industry('DEMO');
  if (!industry) throw new Error('no industry');
  return industry;
};
const unitOf = ({ plant }: Start) => {
  const unit = plant.unit('DEMO', 'well');
  if (!unit) throw new Error('no unit');
  return unit;
};

it.each<[string, (one: Start) => void]>([
  ['a category changes, as in its unit of measure', (one) => Object.assign(categoryOf(one), { version: 2 })],
  ['a sub-category changes, as in its name', (one) => Object.assign(categoryOf(one).subCategories[1] ?? {}, { version: 2 })],
  [
    'a sub-category goes to another category',
    (one) => one.plant.categories('DEMO')[1]?.subCategories.push(...categoryOf(one).subCategories.splice(1)),
  ],
  ['the industry changes', (one) => Object.assign(industryOf(one), { version: 2 })],
  ['a unit changes, as in its category', (one) => Object.assign(unitOf(one), { version: 2 })],
  ['a unit begins to report', ({ state }) => Object.assign(state, { isReporting: true })],
  ['readings are corrected', ({ state }) => Object.assign(state, { revision: 'r2' })],
  ['something else is asked', ({ asked }) => Object.assign(asked.query, { type: 'DATE' })],
  ['another window is read too', ({ read }) => read.windows.push({ fromDay: day - 1, toDay: day - 1, toSlot: 0 })],
])('the tag of an answer is another one once %s', (_, change) => {
  const before = start().tag();
  expect(start().tag()).toBe(before);
  // a change of units or categories makes new lists of them, as another plant has
  const one = start();
  change(one);
  expect(one.tag()).not.toBe(before);
});

it('the tag of a window that is over stays with time, that of one that runs lasts for ten seconds', () => {
  const { asked, tag } = start();
  const over = tag();
  asked.nowMs += 3_600_000;
  expect(tag()).toBe(over);
  asked.nowSlot -= 1;
  const running = tag();
  asked.nowMs += 9_999;
  expect(tag()).toBe(running);
  asked.nowMs += 1;
  expect(tag()).not.toBe(running);
});
