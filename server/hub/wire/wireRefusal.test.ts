import { expect, it } from 'vitest';
import { diskRefusal } from './wireRefusal.ts';

it.each([
  ['ENOSPC', 'noRoom', 'the disk of the hub is full'],
  ['EDQUOT', 'noRoom', 'the disk of the hub is full'],
  ['53100', 'noRoom', 'the disk of the hub is full'],
  ['EROFS', 'hubReadOnly', 'the disk of the hub can only be read at the moment'],
  ['EIO', 'busy', 'the disk of the hub fails'],
  ['58030', 'busy', 'the disk of the hub fails'],
])('%s of the disk is said to a plant as %s, with when to come again', (code, refused, message) => {
  expect(diskRefusal(code, 30)).toMatchObject({ code: refused, message, more: { retryAfterSeconds: 30 } });
  expect(diskRefusal('EACCES', 30)).toBeUndefined();
});
