import type { Migration } from '../migration.ts';

export const undelivered: Migration = {
  number: 230,
  name: 'undelivered',
  sql: `
-- refused although the rules allowed the command when it came: nothing could be delivered, or a condition changed while it waited
alter table plc_command add column undelivered integer not null default 0 check (undelivered in (0, 1));
-- before, only the start of the text said so
update plc_command set undelivered = 1 where outcome = 'REFUSED' and sent = 0 and error like 'not sent%';
`,
};
