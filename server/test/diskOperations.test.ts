import { describe, expect, it } from 'vitest';
import { refusedBefore } from './diskOperationsAside.ts';
import { answered, faults, MOST, rows, senderOf, startWithFaults, strike, struck, struckRows } from './diskRequests.ts';

startWithFaults();

describe('a fault of the disk in any operation that writes', () => {
  it.each(rows)('%s: is answered as such, and nothing of it is stored', async (name, row) => {
    const send = await senderOf(row);
    for (let at = 1; at <= MOST; at += 1) {
      let isOver = false;
      for (const fault of faults) {
        const first = await strike(
          async () => {
            const reply = await send();
            answered.set(name, `${reply.status} ${reply.text.slice(0, 200)}`);
            return reply;
          },
          fault,
          at,
        );
        if (first === undefined) {
          isOver = true;
          break;
        }
        struckRows.set(name, (struckRows.get(name) ?? 0) + 1);
        // the plant itself may have raised an alarm meanwhile: what the request changes it changes each time
        const again = first.length === 0 ? [] : ((await strike(send, fault, at)) ?? first);
        expect([struck, first.filter((table) => again.includes(table))]).toEqual([struck, []]);
      }
      if (isOver) break;
    }
  });

  it('was met by each of them that is not refused before it writes', () => {
    // of what came through, the fault fell on something that the plant wrote by itself at that moment
    const refused = [...answered].filter(([name, answer]) => !struckRows.has(name) && !answer.startsWith('2'));
    expect(refused.filter(([name]) => !(name in refusedBefore))).toEqual([]);
    expect(Object.keys(refusedBefore).filter((name) => !answered.has(name))).toEqual([]);
    expect(struckRows.size).toBeGreaterThan(75);
    expect([...struckRows.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(300);
  });
});
