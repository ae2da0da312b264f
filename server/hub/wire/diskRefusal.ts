import { WireRefusal } from './wireRefusal.ts';

/** What the disk under the hub's uploads, or under PostgreSQL, said; undefined where it was something else. @param code of the system or of PostgreSQL */
export const diskRefusal = (code: string, retryAfterSeconds: number): WireRefusal | undefined => {
  const again = { retryAfterSeconds };
  if (/^(ENOSPC|EDQUOT|53100)$/.test(code)) return new WireRefusal('noRoom', 'the disk of the hub is full', again);
  if (code === 'EROFS') return new WireRefusal('hubReadOnly', 'the disk of the hub can only be read at the moment', again);
  if (/^(EIO|58030)$/.test(code)) return new WireRefusal('busy', 'the disk of the hub fails', again);
  return undefined;
};
