import { Writable } from 'node:stream';
import { PinoPretty } from 'pino-pretty';
import { describe, expect, it } from 'vitest';
import { createLog, onTerminal } from './log.ts';

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

  it.each([
    ['a line end', 'one\n{"level":"info","msg":"forged"}'],
    ['the terminal’s own commands', 'one\u001b[2K\u001b[1Gforged\u009b2J\u0007'],
    ['marks that turn text around', 'one\u202edegrof'],
    ['a carriage return', 'one\rforged'],
  ])('is not forged by %s in a message, a field, the name of a field or an error', (_, forged) => {
    const { log, lines } = capture();
    log.warn({ name: forged, [forged]: 1, nested: [{ name: forged }], err: new Error(forged) }, forged);
    log.child({ name: forged }).always({ name: forged }, forged);
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      expect(line.split('\n')).toHaveLength(2);
      expect(JSON.parse(line).level).not.toBe('forged');
      // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what must not be there
      expect(line.trimEnd()).not.toMatch(/[\x00-\x1f\x7f-\x9f\u202a-\u202e]/);
    }
  });

  it('is not forged on a terminal either: what people sent stays in its own line', () => {
    const written: string[] = [];
    const destination = new Writable({ write: (text, _, done) => done(void written.push(String(text))) });
    const screen = PinoPretty({ ...onTerminal, colorize: false, destination });
    createLog('info', screen).warn({ name: 'one\n[12:00] INFO: forged', ip: '\u001b[2J' }, 'two\n[12:00] INFO: forged');
    const lines = written.join('').split('\n').filter(Boolean);
    expect(lines.filter((line) => /^\[/.test(line))).toHaveLength(1);
    expect(written.join('')).not.toContain('\u001b[2J');
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
