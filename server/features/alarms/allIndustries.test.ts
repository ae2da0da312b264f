import { expect, it } from 'vitest';
import { ManualClock } from '../../core/clock.ts';
import { Calendars } from '../../plantModel/index.ts';
import { TestPlant } from '../../test/testPlant.ts';
import { type AlertReadParts, allIndustries } from './allIndustries.ts';

const plant = new TestPlant({ timezone: 'UTC', startAt: '00:00:00' });
const [industry] = plant.industries();
if (!industry) throw new Error('a plant without an industry');
const industries = [
  { ...industry, id: 'open', disabled: false },
  { ...industry, id: 'closed', disabled: true },
  { ...industry, id: 'trial', disabled: false },
  { ...industry, id: 'old-trial', disabled: true },
];
const asked: string[] = [];
const parts = {
  alarms: {
    briefs: (industryId: string) => {
      asked.push(industryId);
      return [];
    },
  },
  directory: { industries: () => industries },
  calendars: { of: () => new Calendars(plant).of(industry.id) },
  testIndustries: ['trial', 'old-trial'],
  clock: new ManualClock(0),
} as unknown as AlertReadParts;
const query = { startDate: '2026-03-10', type: 'daily', adminAlerts: false } as const;

it('alerts of all industries are those of industries that are neither disabled nor for tests, and name the latter', async () => {
  const answer = await allIndustries(parts, query, { internal: true, industryId: 'open' });
  expect(Object.keys(answer.alertsByIndustry)).toEqual(['open']);
  expect(new Set(asked)).toEqual(new Set(['open']));
  expect(answer).toMatchObject({ totalIndustries: 1, totalAlerts: 0, excludedIndustries: ['trial', 'old-trial'] });
});

it('alerts of all industries are for internal users, and a range needs its end', async () => {
  await expect(allIndustries(parts, query, { internal: false, industryId: 'open' })).rejects.toMatchObject({
    code: 'permission',
  });
  await expect(
    allIndustries(parts, { ...query, type: 'dateRange' }, { internal: true, industryId: 'open' }),
  ).rejects.toMatchObject({ code: 'parameter' });
});
