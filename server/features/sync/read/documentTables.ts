import { fieldKinds } from '../../../contract/hub/exchange.ts';
import type { Share } from '../../../contract/hub/pairing.ts';

/** A table whose rows are sent as documents. */
export type SentTable = {
  name: string;
  /** SQL of the industry of a row `t`; rows of others are not sent. */
  industry: string;
  /** Sent only where the plant shares this. */
  only?: 'alarms' | 'people' | 'field';
  /** Columns that never leave the plant. */
  without?: readonly string[];
};

const own = 't.industry_id';
const ofSeries = '(select s.industry_id from series s where s.id = t.series_id)';

/**
 * What a copy of the plant needs to answer the questions that the plant answers, and what a new PC needs to take its place; no key and no
 * password.
 */
export const documentTables: readonly SentTable[] = [
  { name: 'industry', industry: 't.id' },
  ...['industry_shift', 'category', 'sub_category', 'unit', 'series', 'document', 'ro_log', 'ro_reference'].map((name) => ({
    name,
    industry: own,
  })),
  ...['rain_day', 'rain_normal', 'rain_change', 'unit_maintenance', 'day_revision'].map((name) => ({ name, industry: own })),
  ...['meter', 'meter_change', 'counter_event'].map((name) => ({ name, industry: ofSeries })),
  { name: 'alarm', industry: own, only: 'alarms' },
  { name: 'alarm_step', industry: '(select a.industry_id from alarm a where a.id = t.alarm_id)', only: 'alarms' },
  ...fieldKinds.map((name): SentTable => ({ name, industry: own, only: 'field' })),
  // alert settings name who is called
  { name: 'settings_document', industry: own, only: 'people' },
  { name: 'user', industry: own, only: 'people', without: ['password_hash'] },
];

export const sharedTables = (share: Share): SentTable[] =>
  documentTables.filter(({ only }) => only === undefined || share[only] === true);
