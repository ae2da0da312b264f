import Database from 'better-sqlite3';

/** Its types know no second argument. */
type Loader = { loadExtension(path: string, entryPoint: string): unknown };

/**
 * Gives back the pages of the C library's heap that are free between what is used; by itself it gives back no more than its end. Node has no
 * call for that, but SQLite calls a function of a library by its name where it loads an extension. Of what SQLite hands over, `malloc_trim`
 * reads the first word alone: how many bytes of the end may stay free. That is an address here, so the end stays as it is. Its answer reads as an
 * extension that could be loaded or not, and says nothing. Only glibc has it; with another C library nothing is done.
 */
export const returnFreePages = (): void => {
  if (process.platform !== 'linux') return;
  let sqlite: (Database.Database & Loader) | undefined;
  try {
    sqlite = new Database(':memory:') as Database.Database & Loader;
    sqlite.loadExtension('libc.so.6', 'malloc_trim');
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error;
  } finally {
    sqlite?.close();
  }
};
