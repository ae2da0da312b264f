import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { daysOf, monthOfDay } from '../../core/months.ts';
import { Writer } from '../../db/writer.ts';
import { startMeterAndTank } from '../../test/meterAndTank.ts';
import { quietLog } from '../../test/readingsRig.ts';
import type { KnownFigures } from '../read/knownFigures.ts';
import { DamageList } from './damage.ts';
import { DatabaseState } from './databaseStateStore.ts';
import { DayTree, keepDayHashes } from './dayTreeStore.ts';
import { FigureStore } from './figureStore.ts';
import { WorkedOutDays } from './workedOutStore.ts';

const asked = { kind: 'test 1', subject: 'inlet', industryId: 'DEMO' };

/** A month of closed days with their hashes, and another connection that stands for another process. */
const wholeMonth = async () => {
  const { rig, day } = await startMeterAndTank({ timezone: 'UTC', firstDate: '2024-02-01', days: 30, levelOf: () => 1 });
  keepDayHashes(new DayTree(rig.connection.sqlite), new Writer(rig.connection.sqlite), 1000);
  const other = new Database(rig.path);
  const store = new FigureStore({ path: join(rig.folder, 'figures.db'), database: rig.path, log: quietLog(rig.log) });
  onTestFinished(async () => {
    store.stop();
    other.close();
    await rig.close();
  });
  const { sqlite } = rig.readonly;
  // this process commits nothing
  const state = new DatabaseState(sqlite, () => 0);
  const figures = new WorkedOutDays({ sqlite, store, damage: new DamageList(), state });
  const month = monthOfDay(day);
  const { fromDay, toDay } = daysOf(month);
  const hashOf = other.prepare('select hash from day_node where day = ?').pluck();
  const setHash = other.prepare('update day_node set hash = ? where day = ?');
  const right = hashOf.get(toDay - 3);
  const change = (hash: unknown = Buffer.alloc(32, 7)): void => void setHash.run(hash, toDay - 3);
  const looks: Record<string, () => KnownFigures> = {
    'a day': () => figures.of(asked, toDay - 3, toDay)(toDay - 3, 'b'),
    'a month': () => figures.ofMonths(asked, month, month)(month, 'b'),
    'a stretch of days': () => figures.ofStretch({ ...asked, basis: 'b' }, fromDay, toDay),
  };
  return { looks, change, right };
};

describe.each(['a day', 'a month', 'a stretch of days'])('what was worked out of %s', (of) => {
  it('is known again', async () => {
    const { looks } = await wholeMonth();
    looks[of]?.().keep([1]);
    expect(looks[of]?.().known).toEqual([1]);
  });

  it('is not kept under the name of what was there before another process changed it, in the same turn', async () => {
    const { looks, change, right } = await wholeMonth();
    const asked = looks[of]?.();
    change();
    // of the readings as the other process left them
    asked?.keep([2]);
    change(right);
    await setImmediate();
    expect(looks[of]?.().known).toBe(undefined);
    // and is kept as long as nothing is changed
    looks[of]?.().keep([1]);
    expect(looks[of]?.().known).toEqual([1]);
  });
});
