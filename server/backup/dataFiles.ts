import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';

export type DataFile = { path: string; bytes: number; mtimeMs: number };

/**
 * What is no part of a plant: the database, which is copied in its own way, where backups are, what is made anew, what was set aside.
 */
const leftOut =
  /^(lost\+found|headworks\.db.*|figures\.db.*|chain-heads\.json|pages-unchecked\.txt|reserve\.bin|server\.lock.*|running\.json|server\.json|log-lost\.json|backup\.json|backup-runs\.json|backups|logs|temp-.*|restoring|restored?\.json|roll-back\.json|recovery\.json|before-restore-.*|before-upgrade|damaged-.*|.*\.(tmp|part))$/;

/** Settings or photos that lie on another disk are the plant's too: links are followed, each folder once. */
const walk = (folder: string, below: string, seen: Set<string>): DataFile[] => {
  const real = realpathSync(join(folder, below));
  if (seen.has(real)) return [];
  seen.add(real);
  return readdirSync(real).flatMap((name) => {
    const path = below === '' ? name : `${below}/${name}`;
    if ((below === '' && leftOut.test(name)) || /\.(tmp|part)$/.test(name)) return [];
    const stats = statSync(join(real, name), { throwIfNoEntry: false });
    if (stats?.isDirectory()) return walk(folder, path, seen);
    return stats?.isFile() ? [{ path, bytes: stats.size, mtimeMs: stats.mtimeMs }] : [];
  });
};

/**
 * Every file of the data folder that belongs to the plant, by its path with `/`.
 * @param backups where its backups are: a backup of backups would grow without end.
 */
export const dataFiles = (dataFolder: string, backups?: string): DataFile[] => {
  const seen = new Set(backups !== undefined && existsSync(backups) ? [realpathSync(backups)] : []);
  return walk(dataFolder, '', seen).sort((a, b) => (a.path < b.path ? -1 : 1));
};

/** Settings and keys change and are small; made reports, logos and photos are written once. */
export const isWrittenOnce = ({ path }: DataFile): boolean => path.includes('/') && !path.startsWith('keys/');

/** Whether a name at the top of the data folder stays where it is when another plant takes its place. */
export const staysInPlace = (name: string): boolean =>
  leftOut.test(name) && !/^(headworks\.db|chain-heads\.json|pages-unchecked\.txt|restored\.json)/.test(name);
