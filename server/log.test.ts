import { describe, expect, it } from 'vitest';
import { createLog } from './log.ts';

const capture = (level: 'debug' | 'warn' = 'debug') => {
  const lines: string[] = [];
  return { log: createLog(level, { write: (line) => void lines.push(line) }), lines, text: () => lines.join('') };
};

const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ.c2lnbmF0dXJl';

describe('the log', () => {
  it('writes one JSON object a line with time, level, fields and message', () => {
    const { log, lines } = capture();
    log.child({ room: 'field' }).warn({ port: 502, bytes: 10n }, 'line\ndown');
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      level: 'warn',
      room: 'field',
      port: 502,
      bytes: '10',
      msg: 'line\ndown',
    });
  });

  it('keeps to its level', () => {
    const { log, lines } = capture('warn');
    log.info({}, 'quiet');
    log.debug({}, 'quiet');
    log.error({}, 'loud');
    expect(lines).toHaveLength(1);
  });

  it.each([
    'authorization',
    'Authorization',
    'password',
    'otp',
    'jwt',
    'refresh_token',
    'refreshToken',
    'access-token',
    'cookie',
    'Set-Cookie',
    'fcmToken',
    'phNumber',
  ])('hides the field %s at any depth', (name) => {
    const { log, text } = capture();
    log.info({ [name]: 'canary', request: { headers: [{ [name]: 'canary' }] } }, 'x');
    log.error({ err: Object.assign(new Error('x'), { [name]: 'canary' }) }, 'x');
    expect(text()).not.toContain('canary');
    expect(text()).toContain('[hidden]');
  });

  it('hides tokens in addresses, messages, errors and their stacks', () => {
    const { log, text } = capture();
    log.info({ url: `/api/user/report?jwt=${token}&x=1` }, `GET /report?jwt=${token}`);
    log.info({ url: '/x?jwt=opaque-canary' }, 'Bearer opaque-canary');
    log.error({ err: new Error(`refused Bearer ${token}`, { cause: new Error(token) }) }, 'x');
    log.child({ header: `Bearer ${token}` }).info({}, 'x');
    for (const part of [...token.split('.'), 'opaque-canary']) expect(text()).not.toContain(part);
    expect(text()).toContain('&x=1');
  });

  it('writes errors with their message, stack and cause', () => {
    const { log, lines } = capture();
    log.error({ err: new Error('outer', { cause: new Error('inner') }) }, 'x');
    const { err } = JSON.parse(lines[0] ?? '') as { err: { type: string; message: string; stack: string } };
    expect(err.type).toBe('Error');
    expect(err.message).toContain('outer');
    expect(err.stack).toContain('inner');
  });

  it('survives what refers to itself and what is very deep', () => {
    const { log, lines } = capture();
    const round: Record<string, unknown> = {};
    round.self = round;
    log.info({ round }, 'x');
    expect(lines).toHaveLength(1);
  });
});
