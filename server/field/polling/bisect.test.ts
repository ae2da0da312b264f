import { describe, expect, it } from 'vitest';
import { device, seeded, tag } from '../testing/make.ts';
import { type BisectFinding, bisect } from './bisect.ts';
import { type Block, planReads } from './readPlan.ts';

const { limits } = device(1);
const blockOf = (...tags: ReturnType<typeof tag>[]): Block => planReads(tags, limits, { maxGapRegisters: 50 })[0] as Block;

/** A device that refuses reads that touch `missing` or ask for more than `most`. */
const searched = async (
  block: Block,
  missing: number[],
  most = 125,
  atomic = limits.atomic,
): Promise<BisectFinding & { probes: number }> => {
  let probes = 0;
  const finding = await bisect(block, atomic, async (address, count) => {
    probes += 1;
    const isRefused = count > most || missing.some((register) => register >= address && register < address + count);
    return isRefused ? null : { address, words: Array.from({ length: count }, (_, i) => address + i), atMs: 1 };
  });
  return { ...finding, probes };
};

describe('finding what a device refuses in a block', () => {
  it('names the one tag that is not there, in few probes, wherever it is', async () => {
    const tags = Array.from({ length: 37 }, (_, i) => tag('d', 100 + i));
    for (let bad = 0; bad < 37; bad += 1) {
      const finding = await searched(blockOf(...tags), [100 + bad]);
      expect(finding.refusedTagIds).toEqual([`d/${100 + bad}`]);
      expect(finding.forbidden).toEqual({ from: 100 + bad, to: 100 + bad });
      expect(finding.probes).toBeLessThanOrEqual(Math.ceil(Math.log2(37)) + 1);
    }
  });

  it('finds a hole between tags, that no tag needs', async () => {
    const finding = await searched(blockOf(tag('d', 1), tag('d', 2), tag('d', 9), tag('d', 10)), [5]);
    expect(finding).toMatchObject({ refusedTagIds: [], forbidden: { from: 3, to: 8 }, maxCount: null });
  });

  it('finds that the device takes fewer registers at once', async () => {
    const finding = await searched(blockOf(...Array.from({ length: 60 }, (_, i) => tag('d', i))), [], 20);
    expect(finding).toMatchObject({ refusedTagIds: [], forbidden: null, maxCount: 20 });
  });

  it('blames the longer of two tags that share a register', async () => {
    const finding = await searched(blockOf(tag('d', 10), tag('d', 10, { type: 'float32', name: 'long' })), [11]);
    expect(finding).toMatchObject({ refusedTagIds: ['long'], forbidden: { from: 11, to: 11 } });
  });

  it('does not cut a range that must be read whole', async () => {
    const atomic = [{ space: 'holding' as const, from: 20, to: 29 }];
    const [block] = planReads(
      [tag('d', 19), tag('d', 22), tag('d', 27), tag('d', 40)],
      { ...limits, atomic },
      { maxGapRegisters: 50 },
    );
    const ends: number[] = [];
    await bisect(block as Block, atomic, async (address, count) => {
      ends.push(address + count - 1);
      return null;
    });
    expect(ends.some((end) => end >= 20 && end < 29)).toBe(false);
  });

  it('gives the values that the probes read on the way', async () => {
    const { reads } = await searched(blockOf(...[0, 1, 2, 3, 4, 5, 6, 7].map((address) => tag('d', address))), [6]);
    expect(reads).toEqual([{ address: 0, words: [0, 1, 2, 3, 4, 5], atMs: 1 }]);
  });

  it('asks nothing more when the block is one tag', async () => {
    expect(await searched(blockOf(tag('d', 3, { type: 'float32' })), [4])).toMatchObject({ probes: 0, refusedTagIds: ['d/3'] });
  });

  it('always ends, with something learnt, for any holes in any plan', async () => {
    const random = seeded(3);
    for (let round = 0; round < 300; round += 1) {
      const tags = Array.from({ length: 1 + Math.floor(random() * 30) }, (_, i) =>
        tag('d', Math.floor(random() * 90), { name: `${i}`, type: random() < 0.5 ? 'uint16' : 'float32' }),
      );
      const missing = Array.from({ length: 1 + Math.floor(random() * 3) }, () => Math.floor(random() * 95));
      const block = blockOf(...tags);
      const inBlock = missing.filter((register) => register >= block.address && register < block.address + block.count);
      if (inBlock.length === 0) continue;
      const finding = await searched(block, missing);
      const { from, to } = finding.forbidden ?? { from: 1, to: 0 };
      expect(inBlock.some((register) => register >= from && register <= to)).toBe(true);
    }
  });
});
