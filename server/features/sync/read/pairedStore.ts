import type { Sqlite } from '../../../db/open.ts';

/** Whether a plant has a hub, or waits for one that it was paired with. */
export const isPaired = (sqlite: Sqlite): boolean =>
  sqlite.prepare<[], { state: string }>("select state from sync_hub where state != 'revoked'").get() !== undefined;
