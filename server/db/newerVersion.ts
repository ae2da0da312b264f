import { migrations } from './migrate.ts';
import { openDatabase } from './open.ts';

/** Whether a newer version than this one changed the database of a file. */
export const isOfNewerVersion = (path: string): boolean => {
  const { sqlite } = openDatabase(path, { readonly: true });
  try {
    const newest = sqlite.prepare('select coalesce(max(number), 0) from migration').pluck().get() as number;
    return newest > (migrations.at(-1)?.number ?? 0);
  } finally {
    sqlite.close();
  }
};
