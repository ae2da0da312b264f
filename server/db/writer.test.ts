import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ManualClock } from '../core/clock.ts';
import { openWriter } from './openWriter.ts';
import { rawConnectionOf, type Writer, type WriteTx } from './writer.ts';

const newWriter = (): Writer => {
  const folder = mkdtempSync(join(tmpdir(), 'writer-'));
  const { writer } = openWriter(join(folder, 'headworks.db'), new ManualClock(0));
  onTestFinished(() => {
    writer.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return writer;
};
const insert = (writer: Writer): ((tx: WriteTx, id: string) => void) => {
  const statement = writer.prepare("insert into industry (id, name, joined_at) values (?, 'prepared', 0)");
  return (tx, id) => void statement.run(tx, id);
};
const build = (tx: WriteTx, id: string): void =>
  void tx.run(tx.query.insertInto('industry').values({ id, name: 'built', joined_at: 0 }));
const idsOf = (writer: Writer): string[] =>
  rawConnectionOf(writer).prepare<[], string>('select id from industry order by id').pluck().all();

describe('a transaction', () => {
  it('keeps all of it or nothing, and the next one is not touched by its failure', () => {
    const writer = newWriter();
    const put = insert(writer);
    writer.run((tx) => {
      put(tx, 'A');
      build(tx, 'B');
    });
    expect(() =>
      writer.run((tx) => {
        put(tx, 'C');
        build(tx, 'A');
      }),
    ).toThrow('UNIQUE');
    writer.run((tx) => build(tx, 'D'));
    expect(idsOf(writer)).toEqual(['A', 'B', 'D']);
  });

  it('sees what it has written, and gives what was returned', () => {
    const writer = newWriter();
    const seen = writer.run((tx) => {
      build(tx, 'A');
      const changed = tx.first(tx.query.updateTable('industry').set({ name: 'new' }).where('id', '=', 'A').returning('name'));
      return [tx.all(tx.query.selectFrom('industry').select('id')), changed, tx.first(tx.query.selectFrom('unit').select('id'))];
    });
    expect(seen).toEqual([[{ id: 'A' }], { name: 'new' }, undefined]);
  });

  it('is not entered by another one, does not wait, and is over when it is over', async () => {
    const writer = newWriter();
    const put = insert(writer);
    let kept: WriteTx | undefined;
    writer.run((tx) => {
      kept = tx;
      expect(() => writer.run((inner) => put(inner, 'inner'))).toThrow('open already');
    });
    const late = kept as unknown as WriteTx;
    expect(() => put(late, 'late')).toThrow('not open');
    expect(() => build(late, 'late')).toThrow('not open');
    expect(() =>
      writer.run(async (tx) => {
        put(tx, 'early');
        await nextTurn();
        put(tx, 'later');
      }),
    ).toThrow('may not wait');
    await nextTurn();
    await nextTurn();
    expect(idsOf(writer)).toEqual([]);
    expect(rawConnectionOf(writer).inTransaction).toBe(false);
  });

  it('is that of its own database', () => {
    const [one, other] = [newWriter(), newWriter()];
    const put = insert(one);
    expect(() => other.run((tx) => put(tx, 'A'))).toThrow('not open');
    expect(idsOf(one)).toEqual([]);
  });

  it('is undone where the disk is full, also where sqlite itself rolls back, and the next one works', () => {
    const writer = newWriter();
    const sqlite = rawConnectionOf(writer);
    const pages = sqlite.pragma('page_count', { simple: true });
    sqlite.pragma(`max_page_count=${pages}`);
    expect(() =>
      writer.run((tx) => {
        build(tx, 'A');
        tx.run(tx.query.insertInto('industry').values({ id: 'B', name: 'x'.repeat(1_000_000), joined_at: 0 }));
      }),
    ).toThrow('full');
    sqlite.pragma('max_page_count=1000000');
    writer.run((tx) => build(tx, 'C'));
    expect(idsOf(writer)).toEqual(['C']);
  });

  it('is undone by what has to be written with it and cannot be', () => {
    const writer = newWriter();
    let isFailing = true;
    writer.beforeCommit((tx) => {
      if (isFailing) throw new Error('no room');
      build(tx, 'with it');
    });
    expect(() => writer.run((tx) => build(tx, 'A'))).toThrow('no room');
    isFailing = false;
    writer.run((tx) => build(tx, 'B'));
    expect(idsOf(writer)).toEqual(['B', 'with it']);
  });
});

describe('outside a transaction', () => {
  it('there are selects, and nothing else', async () => {
    const writer = newWriter();
    expect(() => writer.select("insert into industry (id, name, joined_at) values ('A', 'A', 0)")).toThrow('only selects');
    expect(await writer.reading.selectFrom('industry').select('id').execute()).toEqual([]);
    let built: { execute(): Promise<unknown> } | undefined;
    writer.run((tx) => {
      built = tx.query.insertInto('industry').values({ id: 'A', name: 'A', joined_at: 0 });
    });
    await expect(built?.execute()).rejects.toThrow('run by the transaction');
    expect(idsOf(writer)).toEqual([]);
  });

  it('nothing is written once the database is closed', () => {
    const writer = newWriter();
    writer.close();
    expect(() => writer.run((tx) => build(tx, 'A'))).toThrow('closed');
  });
});

it('10,000 interleaved writes of both kinds, with failures between, leave exactly what was acknowledged', async () => {
  const writer = newWriter();
  const put = insert(writer);
  writer.setDurable(false);
  const job = fc.record({
    kinds: fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }),
    end: fc.constantFrom('commit', 'commit', 'throw', 'constraint', 'promise'),
    turns: fc.constantFrom(0, 0, 1, 2),
  });
  const [jobs = []] = fc.sample(fc.array(job, { minLength: 10_000, maxLength: 10_000, size: 'max' }), {
    numRuns: 1,
    seed: Number(process.env.FAST_CHECK_SEED ?? 12),
  });
  const acknowledged: string[] = [];
  const refused = { count: 0 };
  await Promise.all(
    jobs.map(async ({ kinds, end, turns }, at) => {
      for (let turn = 0; turn < turns; turn += 1) await nextTurn();
      const ids = kinds.map((_, place) => `${at}.${place}`);
      try {
        const done: unknown = writer.run((tx) => {
          for (const [place, isBuilt] of kinds.entries()) (isBuilt ? build : put)(tx, ids[place] ?? '');
          if (end === 'throw') throw new Error('thrown');
          if (end === 'constraint') put(tx, ids[0] ?? '');
          return end === 'promise' ? Promise.resolve() : undefined;
        });
        expect(done).toBeUndefined();
        acknowledged.push(...ids);
      } catch {
        refused.count += 1;
      }
    }),
  );
  expect(refused.count).toBeGreaterThan(2000);
  expect(jobs).toHaveLength(10_000);
  expect(idsOf(writer)).toEqual(acknowledged.toSorted());
});

describe('the state of the database', () => {
  it('is another one after each write of this connection, of another one and of nobody else', () => {
    const folder = mkdtempSync(join(tmpdir(), 'writer-'));
    const path = join(folder, 'headworks.db');
    const [one, other] = [openWriter(path, new ManualClock(0)).writer, openWriter(path, new ManualClock(0)).writer];
    onTestFinished(() => {
      one.close();
      other.close();
      rmSync(folder, { recursive: true, force: true });
    });
    const states = [one.state()];
    const isNew = (): boolean => {
      const state = one.state();
      const found = !states.includes(state);
      states.push(state);
      return found;
    };
    expect(isNew()).toBe(false);
    one.run((tx) => build(tx, 'A'));
    expect([isNew(), isNew()]).toEqual([true, false]);
    other.run((tx) => build(tx, 'B'));
    expect([isNew(), isNew()]).toEqual([true, false]);
    idsOf(one);
    expect(isNew()).toBe(false);
  });
});
