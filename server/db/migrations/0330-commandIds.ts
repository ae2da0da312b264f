import type { Migration } from '../migration.ts';

export const commandIds: Migration = {
  number: 330,
  name: 'commandIds',
  sql: `
-- an id in other letters is the same command, however an earlier version kept it
drop index plc_command_together;
create index plc_command_together on plc_command (industry_id, command_id collate nocase);
`,
};
