import type { Migration } from '../migration.ts';

export const alarmEnds: Migration = {
  number: 350,
  name: 'alarmEnds',
  sql: `
-- what was raised before a time and ended after it is found without reading all that was ever raised before
create index alarm_end on alarm (industry_id, cleared_at);
`,
};
