import dns from 'node:dns';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { hostAddresses } from './hostAddresses.ts';

type Answer = (error: Error | null, all: object[]) => void;

/** Names that are being looked for, each with what answers it. */
const startNames = (): Map<string, Answer> => {
  const names = new Map<string, Answer>();
  vi.spyOn(dns, 'lookup').mockImplementation(((name: string, _options: object, answer: Answer) => {
    names.set(name, answer);
  }) as never);
  return names;
};
const asker = () => {
  const find = hostAddresses();
  return (name: string, into: string[] = []): string[] => {
    find(name, { all: true }, (error, all) => into.push(error?.message ?? JSON.stringify(all)));
    return into;
  };
};
const answerAll = (names: Map<string, Answer>): void => {
  for (const [name, answer] of names) {
    names.delete(name);
    answer(new Error(`no ${name}`), []);
  }
};

afterEach(() => vi.restoreAllMocks());

describe('host names of lines', () => {
  it('are looked for two at a time where no name server answers, so that files and passwords keep their threads', () => {
    const [names, ask] = [startNames(), asker()];
    const found = Array.from({ length: 20 }, (_, at) => ask(`meter${at}`));
    expect([...names.keys()]).toEqual(['meter0', 'meter1']);
    for (let round = 0; names.size > 0 && round < 20; round += 1) {
      expect(names.size).toBeLessThanOrEqual(2);
      const [[name, answer] = ['', () => {}]] = names;
      names.delete(name);
      answer(new Error(`no ${name}`), []);
    }
    expect(found.map(([said]) => said)).toEqual(Array.from({ length: 20 }, (_, at) => `no meter${at}`));
  });

  it('are looked for once by all that wait for the same', () => {
    const [names, ask] = [startNames(), asker()];
    const found: string[] = [];
    for (let times = 0; times < 3; times += 1) ask('gateway', found);
    expect(names.size).toBe(1);
    names.get('gateway')?.(null, [{ address: '10.0.0.7', family: 4 }]);
    expect(found).toEqual(Array.from({ length: 3 }, () => '[{"address":"10.0.0.7","family":4}]'));
    names.clear();
    ask('gateway', found);
    expect(names.size).toBe(1);
    answerAll(names);
    expect(found.at(-1)).toBe('no gateway');
  });
});
