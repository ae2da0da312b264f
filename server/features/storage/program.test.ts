import { describe, expect, it } from 'vitest';
import { searchLog } from './program.ts';

const line = (level: string, msg: string, more: object = {}): string =>
  JSON.stringify({ level, time: '2026-11-22T08:00:00.000Z', ...more, msg });
const lines = [
  line('info', 'line up', { connection: 'RO skid' }),
  line('debug', 'asked'),
  'not a line of the log',
  line('error', 'a report failed', { reason: 'No Room' }),
  line('warn', 'late answer', { connection: 'RO skid' }),
];

describe('the newest lines of the log', () => {
  const messages = (query: Partial<Parameters<typeof searchLog>[1]>): string[] =>
    searchLog(lines, { level: 'debug', limit: 100, ...query }).map(({ message }) => message);

  it('come newest first, from a level on', () => {
    expect(messages({})).toEqual(['late answer', 'a report failed', 'not a line of the log', 'asked', 'line up']);
    expect(messages({ level: 'warn' })).toEqual(['late answer', 'a report failed']);
    expect(messages({ limit: 1 })).toEqual(['late answer']);
  });

  it('are searched in message and details, whatever the case', () => {
    expect(messages({ text: 'ro SKID' })).toEqual(['late answer', 'line up']);
    expect(messages({ text: 'no room' })).toEqual(['a report failed']);
  });

  it('say when, how severe, and what else they hold', () => {
    expect(searchLog(lines, { level: 'error', limit: 9 })).toEqual([
      { at: '2026-11-22T08:00:00.000Z', level: 'error', message: 'a report failed', details: '{"reason":"No Room"}' },
    ]);
    expect(searchLog(['{"msg":7}', '[1]', '{"time":"x"}'], { level: 'info', limit: 9 }).map(({ at }) => at)).toEqual([
      null,
      null,
      null,
    ]);
  });
});
