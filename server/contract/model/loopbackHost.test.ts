import { expect, it } from 'vitest';
import { isLoopbackHost } from './loopbackHost.ts';

it.each(['localhost', 'LOCALHOST', '127.0.0.1', '127.8.0.20', '::1', '[::1]', '::ffff:127.0.0.1'])(
  '%s is this machine',
  (host) => {
    expect(isLoopbackHost(host)).toBe(true);
  },
);

it.each([
  '',
  '0.0.0.0',
  '::',
  '10.0.0.1',
  '127.example.com',
  '127.0.0.1.example.com',
  'localhost.example.com',
  '[::1',
  '::1]',
  '::2',
])('%s is another', (host) => {
  expect(isLoopbackHost(host)).toBe(false);
});
