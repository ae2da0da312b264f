import { setImmediate } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { startMeterAndTank } from '../../test/meterAndTank.ts';
import { DatabaseState } from './databaseStateStore.ts';

const start = async () => {
  const { rig } = await startMeterAndTank({ timezone: 'UTC', firstDate: '2023-12-10', days: 2, levelOf: () => 1 });
  const other = new Database(rig.path);
  onTestFinished(async () => {
    other.close();
    await rig.close();
  });
  let commits = 0;
  const write = (): void => {
    other.exec("update industry set name = name || '.'");
  };
  const ownWrite = (): void => {
    write();
    commits += 1;
  };
  return { reader: rig.readonly.sqlite, write, ownWrite, commits: () => commits };
};

it('is another one after each change by another process, once something else can run here', async () => {
  const { reader, write, commits } = await start();
  const state = new DatabaseState(reader, commits);
  const before = state.now();
  write();
  expect(state.now()).toBe(before);
  await setImmediate();
  expect(state.now()).not.toBe(before);
});

it('is another one at once after each transaction of its own process', async () => {
  const { reader, ownWrite, commits } = await start();
  const state = new DatabaseState(reader, commits);
  const seen = [state.now()];
  for (let at = 0; at < 3; at += 1) {
    ownWrite();
    seen.push(state.now());
  }
  expect(new Set(seen).size).toBe(4);
});

it('is asked of the database once while nothing else can run, also over steps that wait for nothing', async () => {
  const { reader, commits } = await start();
  let asked = 0;
  const counting = new Proxy(reader, {
    get: (of, name) => {
      if (name !== 'prepare') return Reflect.get(of, name);
      return (sql: string) => {
        const statement = of.prepare(sql);
        return {
          pluck: () => ({
            get: () => {
              asked += 1;
              return statement.pluck().get();
            },
          }),
        };
      };
    },
  });
  const state = new DatabaseState(counting, commits);
  for (let at = 0; at < 100; at += 1) {
    state.now();
    await Promise.resolve();
  }
  expect(asked).toBe(2);
  await setImmediate();
  state.now();
  expect(asked).toBe(4);
});

it('is another one at once without a count of transactions', async () => {
  const { reader, write } = await start();
  const state = new DatabaseState(reader);
  const before = state.now();
  write();
  expect(state.now()).not.toBe(before);
});
