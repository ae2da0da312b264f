import { isFailure } from '../core/fail.ts';

/** The code of an error, SQLite's or the system's; empty where it has none. */
export const databaseCode = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** Whether something could not be written for want of room: by SQLite's code, the system's or our own. */
export const isNoRoom = (error: unknown): boolean =>
  isFailure(error, 'storageFull') || /^(SQLITE_FULL|ENOSPC|EDQUOT)$/.test(databaseCode(error));

/** Whether the disk refused, and not what was to be written. */
export const isDiskFault = (error: unknown): boolean =>
  isNoRoom(error) || /^(SQLITE_(IOERR|READONLY|CANTOPEN|NOMEM)|EIO$|EROFS$)/.test(databaseCode(error));
