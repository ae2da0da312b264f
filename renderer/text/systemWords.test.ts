import { afterEach, expect, it, vi } from 'vitest';
import { systemMessages as english } from './en/parts/systemMessages.ts';
import { systemMessages as hindi } from './hi/parts/systemMessages.ts';
import { chooseLocale } from './language.ts';
import { isSystemMessage, saySystem } from './systemWords.ts';

const inHindi = async () => {
  vi.stubGlobal('localStorage', { setItem: () => {} });
  vi.stubGlobal('document', { documentElement: {} });
  await chooseLocale('hi-IN');
};
afterEach(async () => {
  await inHindi();
  await chooseLocale('en-IN');
  vi.unstubAllGlobals();
});

it('a message of the operating system is worded, with its code and what it is about', () => {
  expect(saySystem('connect ECONNREFUSED 10.0.0.7:502')).toBe(
    'the other side refuses the connection (ECONNREFUSED, 10.0.0.7:502)',
  );
  expect(saySystem("ENOSPC: no space left on device, open '/backups/a'")).toBe('the disk is full (ENOSPC, /backups/a)');
  expect(saySystem('the mail server: getaddrinfo EAI_AGAIN mail.example')).toBe(
    'the mail server: the name server does not answer (EAI_AGAIN, mail.example)',
  );
  expect(saySystem('EMLINK: too many links')).toBe('the system reports a fault (EMLINK)');
});

it('in Hindi nothing of it stays English but the code and what it is about', async () => {
  await inHindi();
  expect(saySystem("EACCES: permission denied, mkdir '/backups'")).toBe('सिस्टम इसकी अनुमति नहीं देता (EACCES, /backups)');
  expect(saySystem('the mail server: connect ETIMEDOUT 10.0.0.9:25')).toBe('समय पर उत्तर नहीं आया (ETIMEDOUT, 10.0.0.9:25)');
});

it('words in capitals are no codes', () => {
  for (const sentence of ['EMAIL of the ENERGY meter', 'no answer in time', 'Modbus exception 2']) {
    expect(saySystem(sentence)).toBe(sentence);
    expect(isSystemMessage(sentence)).toBe(false);
  }
});

it('each code has words in both languages', () => {
  expect(Object.keys(hindi.codes).toSorted()).toEqual(Object.keys(english.codes).toSorted());
  for (const said of [hindi.other, ...Object.values(hindi.codes)]) expect(said).toMatch(/[ऀ-ॿ]/);
});
