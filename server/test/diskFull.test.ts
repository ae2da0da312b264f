import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { errorBody } from '../contract/errors.ts';
import { everything, send, sqlite, startDiskRig, stopDiskRig, tables, writingRows } from './diskRig.ts';
import type { Reply } from './httpRig.ts';

beforeAll(startDiskRig);
afterAll(stopDiskRig);

/** Any row that is written needs pages that the disk does not have: sqlite itself says so, within the statement. */
const fillDisk = (names = tables()): void => {
  const bytes = (Number(sqlite.pragma('freelist_count', { simple: true })) + 8) * 8192;
  for (const name of names)
    for (const act of ['insert', 'update', 'delete'])
      sqlite.exec(
        `create temp trigger "full_${name}_${act}" before ${act} on main."${name}" begin insert into filler values (zeroblob(${bytes})); end`,
      );
  sqlite.pragma(`max_page_count=${sqlite.pragma('page_count', { simple: true })}`);
};

const emptyDisk = (): void => {
  for (const name of sqlite
    .prepare<[], string>("select name from sqlite_temp_schema where type = 'trigger' and name like 'full!_%' escape '!'")
    .pluck()
    .all())
    sqlite.exec(`drop trigger temp."${name}"`);
  sqlite.pragma('max_page_count=1000000');
};

describe('while the disk is full', () => {
  it.each(Object.entries(writingRows))(
    '%s says so, writes nothing, and works once there is room',
    async (row, { sent, seen, answer = [507, /^The disk is full$/] }) => {
      const [method = '', ...path] = row.split(' ');
      const where = typeof seen === 'string' ? seen : seen();
      const ask = async (): Promise<Reply> => send(method, path.join(' '), await sent());
      const look = async (): Promise<string> => {
        const { status, text } = await send('GET', where);
        expect(status).toBeLessThan(300);
        // when it was asked is no part of it
        return text.replace(/"date":"[\d-]+T[^"]*"/, '');
      };
      const before = await look();
      fillDisk();
      try {
        const stored = everything();
        const { status, body } = await ask();
        expect([status, body]).toMatchObject([answer[0], { code: answer[0], message: expect.stringMatching(answer[1]) }]);
        expect(errorBody.safeParse(body).success).toBe(true);
        expect(await look()).toBe(before);
        expect(everything()).toBe(stored);
        expect(sqlite.inTransaction).toBe(false);
      } finally {
        emptyDisk();
      }
      const again = await ask();
      expect([again.status, again.text]).toEqual([expect.toSatisfy((status: number) => status < 300), again.text]);
      expect(await look()).not.toBe(before);
    },
  );
});

describe('a disk that is full for one table', () => {
  const count = (table: string): number => sqlite.prepare<[], number>(`select count(*) from ${table}`).pluck().get() ?? 0;
  const blocked = Object.keys(writingRows).flatMap((row) => ['audit', 'audit_pending'].map((table) => [table, row] as const));

  it.each(blocked)('%s: %s is never changed without its entry, nor is there an entry without the change', async (table, row) => {
    const [method = '', ...path] = row.split(' ');
    const { sent, seen } = writingRows[row] ?? { sent: () => ({}), seen: '' };
    const look = async (): Promise<string> => {
      const where = typeof seen === 'string' ? seen : seen();
      // declared work shows in the audit log alone
      if (where.includes('/audit')) return JSON.stringify(sqlite.prepare('select * from unit_maintenance').all());
      return (await send('GET', where)).text.replace(/"date":"[\d-]+T[^"]*"/, '');
    };
    const body = await sent();
    const [before, entries] = [await look(), count('audit')];
    fillDisk([table]);
    let status = 0;
    try {
      ({ status } = await send(method, path.join(' '), body));
    } finally {
      emptyDisk();
    }
    const isChanged = (await look()) !== before;
    await vi.waitFor(() => expect(count('audit_pending')).toBe(0), { timeout: 60_000 });
    // what is carried out a second time changes nothing, and may be written down again
    if (isChanged || status >= 300) expect(count('audit') > entries).toBe(isChanged);
  });
});
