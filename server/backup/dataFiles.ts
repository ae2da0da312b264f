import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export type DataFile = { path: string; bytes: number; mtimeMs: number };

/**
 * What is no part of a plant: the database, which is copied in its own way, where backups are, what is made anew, what was set aside.
 */
const leftOut =
  /^(lost\+found|headworks\.db.*|figures\.db.*|chain-heads\.json|pages-unchecked\.txt|reserve\.bin|server\.lock.*|running\.json|server\.json|backup\.json|backup-runs\.json|backups|logs|temp-.*|restoring|restored?\.json|roll-back\.json|recovery\.json|before-restore-.*|damaged-.*|.*\.(tmp|part))$/;

const walk = (folder: string, below: string): DataFile[] =>
  readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (below === '' && leftOut.test(entry.name)) return [];
    if (entry.isDirectory()) return walk(folder, path);
    if (!entry.isFile() || entry.name.endsWith('.tmp')) return [];
    const { size, mtimeMs } = statSync(join(folder, path));
    return [{ path, bytes: size, mtimeMs }];
  });

/** Every file of the data folder that belongs to the plant, by its path with `/`. */
export const dataFiles = (dataFolder: string): DataFile[] => walk(dataFolder, '').sort((a, b) => (a.path < b.path ? -1 : 1));

/** Settings and keys change and are small; made reports, logos and photos are written once. */
export const isWrittenOnce = ({ path }: DataFile): boolean => path.includes('/') && !path.startsWith('keys/');

/** Whether a name at the top of the data folder stays where it is when another plant takes its place. */
export const staysInPlace = (name: string): boolean =>
  leftOut.test(name) && !/^(headworks\.db|chain-heads\.json|pages-unchecked\.txt|restored\.json)/.test(name);
