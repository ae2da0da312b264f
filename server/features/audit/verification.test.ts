import { describe, expect, it, vi } from 'vitest';
import { Writer } from '../../db/writer.ts';
import { append, audit, clock, eachFresh, entry, reader, rows, writer } from '../../test/auditRig.ts';
import { silent } from '../../test/httpRig.ts';
import { continuesChain, hashOf } from './chain.ts';
import { AuditService } from './service.ts';
import { AuditStore } from './store.ts';

eachFresh();

/** Edits the file as somebody with a database tool would, behind the triggers' back. */
const edit = (sql: string): void => {
  for (const name of ['audit_no_update', 'audit_no_delete', 'audit_no_replace'])
    writer.sqlite.exec(`drop trigger if exists ${name}`);
  writer.sqlite.exec(sql);
};

describe('verification', () => {
  const fill = (count: number, add = append): void => {
    for (let at = 0; at < count; at += 1)
      add(entry({ subject: `W${at}`, ip: '10.0.0.1', requestId: `r${at}`, before: { at }, after: { at: at + 1 } }));
  };

  it.each([
    ['at', 'at + 1'],
    ['industry_id', "'NORTH'"],
    ['industry_id', 'null'],
    ['user_id', "'u2'"],
    ['kind', "'unit.chance'"],
    ['outcome', "'refused'"],
    ['count', '2'],
    ['ip', "'10.0.0.2'"],
    ['request_id', "'r8'"],
    ['subject', "'W8'"],
    ['subject', "cast(x'5700' as text)"],
    ['before', '\'{"at":8}\''],
    ['after', 'null'],
    ['prev_hash', "replace(prev_hash, substr(prev_hash, 1, 1), 'g')"],
    ['hash', "substr(hash, 1, 63) || 'g'"],
  ])('finds an edited %s (%s)', async (column, value) => {
    fill(20);
    edit(`update audit set ${column} = ${value} where id = 8`);
    expect(await audit.verify()).toMatchObject({ ok: false, rows: 7, firstBadId: 8 });
  });

  it('finds every edited byte of the stored texts', async () => {
    fill(3);
    edit('select 1');
    const columns = ['industry_id', 'user_id', 'kind', 'ip', 'request_id', 'subject', 'before', 'after', 'prev_hash', 'hash'];
    let edits = 0;
    for (const column of columns) {
      const text = writer.sqlite.prepare(`select ${column} from audit where id = 2`).pluck().get() as string;
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; at += 1) {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ 1;
        const put = writer.sqlite.prepare(`update audit set ${column} = cast(? as text) where id = 2`);
        put.run(changed);
        expect((await audit.verify()).firstBadId, `${column} byte ${at}`).toBe(2);
        put.run(bytes);
        edits += 1;
      }
    }
    expect(edits).toBeGreaterThan(150);
    expect((await audit.verify()).ok).toBe(true);
  });

  it('finds a row that was rewritten together with its own hash, by the row that follows it', async () => {
    fill(20);
    const [, old] = rows();
    if (!old) throw new Error('no row');
    const forged = { ...old, subject: 'other' };
    edit('select 1');
    writer.sqlite.prepare('update audit set subject = ?, hash = ? where id = 2').run(forged.subject, hashOf(forged));
    expect(await audit.verify()).toMatchObject({ ok: false, rows: 2, firstBadId: 3 });
  });

  it('takes a row only right after the one whose hash it holds, and with the hash of all its fields', () => {
    fill(3);
    const [first, second] = rows();
    if (!first || !second) throw new Error('no row');
    const hashed = (fields: object) => ({ ...second, ...fields, hash: hashOf({ ...second, ...fields }) });
    expect(continuesChain(second, first)).toBe(true);
    expect(continuesChain(hashed({ prevHash: '0'.repeat(64) }), first)).toBe(false);
    expect(continuesChain(hashed({ id: 3 }), first)).toBe(false);
    expect(continuesChain({ ...second, hash: first.hash }, first)).toBe(false);
  });

  it('finds a row that was taken out, put in, moved or cut off the end', async () => {
    fill(20);
    edit('delete from audit where id = 20');
    expect(await audit.verify()).toMatchObject({ ok: false, rows: 19, firstBadId: 20 });
    edit('delete from audit where id = 12');
    expect(await audit.verify()).toMatchObject({ ok: false, firstBadId: 12 });
    edit('update audit set id = 12 where id = 19');
    expect(await audit.verify()).toMatchObject({ ok: false, firstBadId: 12 });
    edit('delete from audit where id = 1');
    expect(await audit.verify()).toMatchObject({ ok: false, rows: 0, firstBadId: 1, head: '' });
  });

  it('finds a log whose hashes were all worked out anew, and one cut with its numbers, by the end noted outside', async () => {
    fill(20);
    const [last] = rows().slice(-1);
    const end = { seq: last?.id ?? 0, hash: last?.hash ?? '' };
    const noting = new AuditService({
      store: new AuditStore(new Writer(writer.sqlite), reader.sqlite),
      noted: () => end,
      clock,
      log: silent,
    });
    fill(3);
    expect(await noting.verify()).toMatchObject({ ok: true, rows: 23, firstBadId: null });
    let before = rows()[6]?.hash ?? '';
    edit("update audit set subject = 'another' where id = 8");
    for (const row of rows().slice(7)) {
      const linked = { ...row, prevHash: before };
      before = hashOf(linked);
      writer.sqlite.prepare('update audit set prev_hash = ?, hash = ? where id = ?').run(linked.prevHash, before, row.id);
    }
    // whole in itself
    expect(await audit.verify()).toMatchObject({ ok: true, rows: 23 });
    expect(await noting.verify()).toMatchObject({ ok: false, firstBadId: 20 });
    edit("delete from audit where id > 15; update sqlite_sequence set seq = 15 where name = 'audit'");
    expect(await audit.verify()).toMatchObject({ ok: true, rows: 15 });
    expect(await noting.verify()).toMatchObject({ ok: false, rows: 15, firstBadId: 16 });
  });

  it('lets others have their turn', async () => {
    new Writer(writer.sqlite).run((tx) => fill(5000, (one) => audit.append(tx, one)));
    let turns = 0;
    const count = (): void => {
      turns += 1;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    expect(await audit.verify()).toMatchObject({ ok: true, rows: 5000 });
    clearImmediate(timer);
    expect(turns).toBeGreaterThanOrEqual(10);
  });

  it('runs at start and says in the log what it found', async () => {
    fill(3);
    edit("update audit set subject = 'other' where id = 2");
    const errors: object[] = [];
    const log = { ...silent, error: (fields: object) => errors.push(fields) };
    const again = new AuditService({ store: new AuditStore(new Writer(writer.sqlite), reader.sqlite), clock, log });
    again.start();
    await vi.waitFor(() => expect(errors).toEqual([{ firstBadId: 2 }]), 60_000);
    await again.stop();
  });
});
