import { share } from '../../../contract/hub/pairing.ts';
import type { Sqlite } from '../../../db/open.ts';
import { readStatement } from '../round/proof.ts';

/** What is proved of an industry's closed days at the plant's hub; `to` and `root` are null before the first proof. */
export type ProvedAtHub = { hub: string; to: string | null; root: string | null };

/** As the last statement says whose roots the hub worked out too; null without a hub, or where the industry is not shared. */
export const readProved = (sqlite: Sqlite, industryId: string): ProvedAtHub | null => {
  const hub = sqlite.prepare('select name, share from sync_hub').get() as { name: string; share: string } | undefined;
  if (!hub || !share.parse(JSON.parse(hub.share)).industries.includes(industryId)) return null;
  const text = sqlite.prepare('select text from sync_statement where equal = 1 order by seq desc limit 1').pluck().get();
  const proved = typeof text === 'string' ? readStatement(text).industries.find(({ id }) => id === industryId) : undefined;
  return proved?.closedTo ? { hub: hub.name, to: proved.closedTo, root: proved.root } : { hub: hub.name, to: null, root: null };
};
