import { expect, it } from 'vitest';
import { storeRefusal } from './wireRefusal.ts';

it.each([
  ['ENOSPC', 'noRoom', 'the disk of the hub is full'],
  ['EDQUOT', 'noRoom', 'the disk of the hub is full'],
  ['53100', 'noRoom', 'the disk of the hub is full'],
  ['EROFS', 'hubReadOnly', 'the disk of the hub can only be read at the moment'],
  ['25006', 'hubReadOnly', 'the store of the hub can only be read at the moment'],
  ['EIO', 'busy', 'the disk of the hub fails'],
  ['58030', 'busy', 'the disk of the hub fails'],
])('%s of the disk or PostgreSQL is said as %s, with when to come again', (code, refused, message) => {
  const said = (one: string) => storeRefusal(Object.assign(new Error(one), { code: one }));
  expect(said(code)).toMatchObject({ code: refused, message, more: { retryAfterSeconds: 30 } });
  expect(said('EACCES')).toBeUndefined();
});
