import type { Migration } from '../migration.ts';

export const commandPlaces: Migration = {
  number: 340,
  name: 'commandPlaces',
  sql: `
-- where the device was when the command was given: a hash over its line, address and unit; null of earlier versions
alter table plc_command add column place text;
`,
};
