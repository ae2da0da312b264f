import { createHash } from 'node:crypto';
import type { UnitDirectory } from '../../plantModel/index.ts';

/** A tag for an answer about alerts, made from what it would be read from: the alarms, the units' names, and what was asked. */
export const alertsTag = (directory: UnitDirectory, industryId: string, query: object, revision: number): string => {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([industryId, query, revision, directory.industry(industryId)?.version]));
  for (const { id, version } of directory.units(industryId)) hash.update(`${id} ${version}\n`);
  return hash.digest('base64url').slice(0, 27);
};
