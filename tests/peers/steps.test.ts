/** Slots of open days by the page that describes them: another program comes to the same bits. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { contentOf, hashOfBlock } from '../../server/core/bytes/blockHash.ts';
import { code, emptyBlock, type SlotBlock } from '../../server/core/slots.ts';
import { tickMessage } from '../../server/core/sync/tickMessage.ts';
import { noPython, Peers, python } from './peers.ts';

if (noPython) console.log(`skipped: ${noPython}`);

const peers = new Peers();
afterAll(() => peers.end());

const SERIES = 12;
const FIRST = 5_981_000;
const letters = [code.G, code.G, code.G, code.E, code.F];

/** Counters in whole counts, tenths and single precision, means in single precision, and numbers that no rule makes. */
const slotAt = (at: number): SlotBlock => {
  const slot = emptyBlock(FIRST + at, SERIES);
  const count = 1000 + at * 7 + (at % 3);
  const raw = [count, count * 0.1, count / 100, Math.fround(count * 0.6875), count * Math.PI];
  const kinds = [
    ...raw.map((reading, place) => [reading, place === 2 ? Math.round(count * 1000) / 1000 : (at * 13) % 1000]),
    ...[0.25, -3.5, 21.1].map((mean) => [Number.NaN, Math.fround(mean + Math.sin(at) / 10)]),
    ...[Math.sin(at) * 1e9, -0, at % 2, at / 1000].map((value) => [at % 4 === 0 ? Number.NaN : value, value]),
  ];
  for (const [place, [reading = 0, value = 0]] of kinds.entries()) {
    slot.raw[place] = reading;
    slot.values[place] = value;
    slot.quality[place] = letters[(at + place) % letters.length] ?? code.G;
    slot.mark[place] = 16_384 + ((at * 31 + place) % 300);
  }
  return slot;
};

describe.skipIf(noPython)('Python that knows docs/sync-format.md alone', () => {
  it('reads every slot as it was, from one before it and from nothing', () => {
    const slots = Array.from({ length: 60 }, (_, at) => slotAt(at + 1));
    for (const base of [slotAt(0), undefined]) {
      const [before, message] = [join(peers.folder, 'base.bin'), join(peers.folder, 'message.bin')];
      // without one its slot and sum are 0
      writeFileSync(before, base ? contentOf(base) : contentOf(emptyBlock(0, SERIES)));
      writeFileSync(message, tickMessage('DEMO', 'ab'.repeat(32), slots, base));
      const { stdout, stderr } = spawnSync(python, [join(import.meta.dirname, 'read_steps.py'), before, message], {
        encoding: 'utf8',
      });
      expect(stderr).toBe('');
      expect(JSON.parse(stdout)).toEqual({
        ...{ industry: 'DEMO', series: 'ab'.repeat(8), base: base ? FIRST : 0, slots: slots.map(({ firstSlot }) => firstSlot) },
        hashes: slots.map((slot) => hashOfBlock(slot).toString('hex')),
      });
    }
  });
});
