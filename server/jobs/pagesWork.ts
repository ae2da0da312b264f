import { join } from 'node:path';
import type { z } from 'zod';
import { DATABASE } from '../backup/manifest.ts';
import type { JobSetting } from '../contract/process/jobs.ts';
import { findPageDamage } from '../db/transfer/findDamage.ts';
import type { checkedPages } from '../features/storage/index.ts';
import type { Work } from './work.ts';

/** Looks through the structure of the database's pages, while the server writes. */
export const pagesWork =
  ({ dataFolder }: JobSetting): Work =>
  async (): Promise<z.infer<typeof checkedPages>> => ({ damage: findPageDamage(join(dataFolder, DATABASE)) ?? null });
