import { copyFileSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ManualClock } from '../../core/clock.ts';
import { diskCallsOf } from '../../test/diskCalls.ts';
import { openWriter } from '../openWriter.ts';
import { rawConnectionOf } from '../writer.ts';
import { LogPair } from './logPair.ts';

const parts = { database: '', log: '-wal', note: '-pair.json' } as const;
type Part = keyof typeof parts;

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'log-pair-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** A plant that runs: what lies in its folder is what a copy, or a kill, leaves. */
const running = () => {
  const folder = newFolder();
  const path = join(folder, 'headworks.db');
  const pair = new LogPair(path);
  const { writer } = openWriter(path, new ManualClock(0));
  onTestFinished(() => writer.close());
  pair.renew(writer);
  let rows = 0;
  return {
    /** More is stored; all of it is in the log. */
    goOn: () => {
      rows += 1;
      rawConnectionOf(writer).exec(`insert into industry (id, name, joined_at) values ('P${rows}', '${'x'.repeat(20_000)}', 0)`);
    },
    /** As the server does it every few minutes. */
    moveLog: () => {
      writer.checkpoint('PASSIVE');
      expect(writer.waitingPages()).toBe(0);
      pair.renew(writer);
    },
    /** The same, ended before the number is in the log, or before what follows it. */
    moveHalf: (isInLog: boolean) => {
      writer.checkpoint('PASSIVE');
      const ended = new Error('ended here');
      const half = {
        get stamp(): number {
          return writer.stamp;
        },
        set stamp(value: number) {
          if (isInLog) writer.stamp = value;
          throw ended;
        },
      };
      expect(() => pair.renew(half)).toThrow(ended);
    },
    copy: (): string => {
      const to = newFolder();
      for (const end of Object.values(parts)) copyFileSync(path + end, join(to, `headworks.db${end}`));
      return to;
    },
  };
};
/** A copy with some of its files from another one. */
const mixed = (folder: string, from: string, taken: readonly Part[]): (() => void) => {
  const to = newFolder();
  for (const [name, end] of Object.entries(parts))
    copyFileSync(join(taken.includes(name as Part) ? from : folder, `headworks.db${end}`), join(to, `headworks.db${end}`));
  return () => new LogPair(join(to, 'headworks.db')).assert();
};

it('a database and its log are of one plant and one time, or the start is refused with what to do', () => {
  const [plant, other] = [running(), running()];
  for (const each of [plant, other]) each.goOn();
  const first = plant.copy();
  plant.goOn();
  // the same minutes: the log has more only
  expect(mixed(plant.copy(), first, ['database'])()).toBeUndefined();
  plant.moveLog();
  plant.goOn();
  plant.moveLog();
  plant.goOn();
  const now = plant.copy();
  expect(mixed(now, now, [])()).toBeUndefined();
  for (const older of [['database'], ['log']] as const)
    expect(mixed(now, first, older)).toThrow(
      /do not belong together: the (database|log) is of another time, or of another plant.*npm run restore/,
    );
  const foreign = other.copy();
  for (const taken of [['database'], ['log'], ['database', 'note'], ['log', 'note']] as const)
    expect(mixed(now, foreign, taken)).toThrow(/do not belong together/);
});

it('an end at any moment, a note that is damaged, and a log that is gone refuse nothing', () => {
  const plant = running();
  const whole = (folder: string) => expect(mixed(folder, folder, [])(), folder).toBeUndefined();
  for (const isInLog of [false, true, false]) {
    plant.goOn();
    whole(plant.copy());
    plant.moveHalf(isInLog);
    whole(plant.copy());
  }
  plant.goOn();
  plant.moveLog();
  const [first, now] = [plant.copy(), plant.copy()];
  writeFileSync(join(now, 'headworks.db-pair.json'), '{');
  whole(now);
  const pair = new LogPair(join(first, 'headworks.db'));
  pair.forget();
  expect(existsSync(join(first, 'headworks.db-pair.json'))).toBe(true);
  rmSync(join(first, 'headworks.db-wal'));
  expect(pair.assert()).toBeUndefined();
  pair.forget();
  expect(existsSync(join(first, 'headworks.db-pair.json'))).toBe(false);
});

/** Another program, or an upgrade, has moved the log of a run that was killed, and a run makes one of its own before it notes anything. */
it('the log that is begun after one was moved by whoever else is of its database', () => {
  const plant = running();
  plant.goOn();
  const folder = plant.copy();
  const path = join(folder, 'headworks.db');
  openWriter(path, new ManualClock(0)).writer.close();
  expect([existsSync(`${path}-wal`), existsSync(`${path}-pair.json`)]).toEqual([false, true]);
  for (let run = 0; run < 3; run += 1) {
    expect(new LogPair(path).assert()).toBeUndefined();
    const { writer } = openWriter(path, new ManualClock(0));
    onTestFinished(() => writer.close());
    rawConnectionOf(writer).exec(`insert into industry (id, name, joined_at) values ('R${run}', '${'x'.repeat(20_000)}', 0)`);
    // killed here
    expect(existsSync(`${path}-wal`)).toBe(true);
  }
});

it('a log that SQLite takes for empty refuses nothing, and a damaged database is left to whoever looks for damage', () => {
  const plant = running();
  plant.goOn();
  plant.moveLog();
  plant.goOn();
  const overwrite = (path: string, at: number, bytes: Buffer): void =>
    void writeSync(openSync(path, 'r+'), bytes, 0, bytes.length, at);
  const [zeros, begun, torn] = [plant.copy(), plant.copy(), plant.copy()].map((folder) => join(folder, 'headworks.db'));
  if (!zeros || !begun || !torn) throw new Error('three copies');
  writeFileSync(`${zeros}-wal`, Buffer.alloc(readFileSync(`${zeros}-wal`).length));
  // begun anew, and ended before its first page was there
  overwrite(`${begun}-wal`, 16, Buffer.from('0123456789abcdef', 'hex'));
  overwrite(torn, 0, Buffer.alloc(100));
  for (const path of [zeros, begun, torn]) expect(new LogPair(path).assert(), path).toBeUndefined();
});

it.skipIf(process.platform === 'win32')(
  'a note is on the disk before the log has its number, and stays away once it is dropped',
  () => {
    const database = join(newFolder(), 'headworks.db');
    const pair = new LogPair(database);
    const folder = `sync ${basename(dirname(database))}`;
    const note = ['sync headworks.db-pair.json.tmp', 'rename headworks.db-pair.json', folder];
    const renewal = diskCallsOf((add) =>
      pair.renew({
        get stamp() {
          return 7;
        },
        set stamp(_) {
          add('the log has its number');
        },
      }),
    );
    expect(renewal).toEqual([...note, 'the log has its number', ...note]);
    expect(diskCallsOf(() => pair.drop())).toEqual(['remove headworks.db-pair.json', folder]);
  },
);
