import { z } from 'zod';
import { setUp } from '../../../server/contract/plant/setup.ts';
import { isDayStart, plantIdOf, startAtOf, zoneName } from './plantDay.ts';
import type { FirstStep } from './progress.ts';

/** What the first four pages ask, with what this browser kept. */
export const startOf = (kept: Record<string, string>) => ({
  code: '',
  'owner.name': kept['owner.name'] ?? '',
  'owner.email': kept['owner.email'] ?? '',
  'owner.username': kept['owner.username'] ?? '',
  'owner.password': '',
  // only a plant that was restored asks for it; else it is made of the name
  'industry.id': '',
  'industry.name': kept['industry.name'] ?? '',
  'industry.timezone': kept['industry.timezone'] ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  'industry.shift.startAt': kept['industry.shift.startAt'] ?? '06:00',
});
type Draft = ReturnType<typeof startOf>;

/** The server's schema, with what it would only find out at the end. */
export const schema = setUp.body.extend({
  code: z.string().regex(/^(?:[^0-9A-Za-z]*[0-9A-Za-z]){12}[^0-9A-Za-z]*$/),
  industry: setUp.body.shape.industry.extend({ timezone: zoneName }),
});
/** Fields of each page. */
export const fieldsOf: Record<FirstStep, readonly (keyof Draft)[]> = {
  code: ['code'],
  owner: ['owner.name', 'owner.email', 'owner.username', 'owner.password'],
  language: [],
  plant: ['industry.name', 'industry.timezone', 'industry.shift.startAt'],
  network: [],
  backup: [],
  meter: [],
};

export const bodyOf = (draft: Draft) => ({
  code: draft.code,
  owner: {
    name: draft['owner.name'],
    email: draft['owner.email'],
    username: draft['owner.username'],
    password: draft['owner.password'],
  },
  industry: {
    id: draft['industry.id'] === '' ? plantIdOf(draft['industry.name']) : draft['industry.id'].trim(),
    name: draft['industry.name'],
    timezone: draft['industry.timezone'],
    // what no day may begin at is no time for the schema either
    shift: { startAt: [startAtOf(draft['industry.shift.startAt'])].find(isDayStart) ?? '' },
  },
});
