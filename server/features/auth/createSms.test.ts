import { expect, it } from 'vitest';
import { GsmSms, HttpSms } from '../delivery/index.ts';
import { createSms } from './create.ts';

const never = async () => Promise.reject(new Error('not opened'));

it('codes go by the way that is set up: an HTTP gateway, a modem on a serial line, or none', () => {
  const http = { kind: 'http' as const, url: 'http://127.0.0.1/send', method: 'POST' as const, headers: {}, timeoutMs: 1000 };
  const gsm = { kind: 'gsm' as const, path: '/dev/modem', baudRate: 115_200, timeoutMs: 1000 };
  expect(createSms(http, never)).toBeInstanceOf(HttpSms);
  expect(createSms(gsm, never)).toBeInstanceOf(GsmSms);
  expect(createSms(undefined, never)).toBeUndefined();
});
