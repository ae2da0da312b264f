import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { code, emptyBlock } from '../slots.ts';
import { bytesOfUid, contentOf, dayHash, hashOfBlock, monthHash, rootHash } from './blockHash.ts';
import { pack, unpack } from './packing.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const block = () => {
  const made = emptyBlock(5_900_000, 288);
  for (let place = 0; place < 288; place += 3) {
    made.values[place] = place / 8;
    made.quality[place] = code.G;
    made.raw[place] = 1000 + place;
    made.mark[place] = 0x4000 | 299;
  }
  return made;
};

describe('the hash of a day', () => {
  it('covers 19 bytes a slot after a head of 10', () => {
    const bytes = contentOf(block());
    expect(bytes.length).toBe(10 + 19 * 288);
    expect(bytes.subarray(0, 10).toString('hex')).toBe(`48574231${'2001'}${'e0065a00'}`);
    expect(bytes[10]).toBe(code.G);
    expect(bytes.readDoubleLE(10 + 288 + 8 * 3)).toBe(3 / 8);
    // absent raw readings have the one bit pattern of NaN
    expect(bytes.subarray(10 + 9 * 288 + 8, 10 + 9 * 288 + 16).toString('hex')).toBe('000000000000f87f');
    expect(bytes.readUInt16LE(10 + 17 * 288 + 6)).toBe(0x4000 | 299);
    expect(hashOfBlock(block()).toString('hex')).toBe(sha256(bytes));
  });

  it('is that of the content, whatever it was packed into', () => {
    const made = block();
    expect(hashOfBlock(unpack(pack(made), made.firstSlot, 288))).toEqual(hashOfBlock(made));
  });

  it('differs with every part: a value by its last bit, -0, a letter, a raw reading, a mark, the place', () => {
    const changed = [
      block(),
      { ...block(), firstSlot: 5_900_001 },
      ...(['values', 'quality', 'raw', 'mark'] as const).map((part) => {
        const other = block();
        other[part][3] = (other[part][3] ?? 0) + 1;
        return other;
      }),
    ];
    const negative = block();
    negative.values[1] = -0;
    expect(new Set([...changed, negative].map((each) => hashOfBlock(each).toString('hex'))).size).toBe(7);
  });

  it('does not depend on how NaN is written', () => {
    const odd = block();
    new BigUint64Array(odd.raw.buffer)[1] = 0xfff8000000000123n;
    expect(odd.raw[1]).toBeNaN();
    expect(hashOfBlock(odd)).toEqual(hashOfBlock(block()));
    const [whole, oneOdd] = [block(), block()];
    for (const made of [whole, oneOdd]) made.raw.fill(7);
    whole.raw[1] = Number.NaN;
    new BigUint64Array(oneOdd.raw.buffer)[1] = 0x7ff8000000000001n;
    expect(hashOfBlock(oneOdd)).toEqual(hashOfBlock(whole));
  });
});

it.each([0, 1, 287])('NaN has one form at place %d too, whichever half of it is odd, of readings and values', (place) => {
  for (const part of ['raw', 'values'] as const)
    for (const bits of [0x7ff8000000000001n, 0xfff8000000000000n]) {
      const [plain, odd] = [block(), block()];
      plain[part].fill(7);
      odd[part].fill(7);
      plain[part][place] = Number.NaN;
      new BigUint64Array(odd[part].buffer)[place] = bits;
      expect(contentOf(odd)).toEqual(contentOf(plain));
      // what is hashed is a copy
      expect(new BigUint64Array(odd[part].buffer)[place]).toBe(bits);
    }
});

describe('the tree of hashes', () => {
  const leaf = { uid: '00112233-4455-6677-8899-aabbccddeeff', day: 20_779, revision: 2, hash: Buffer.alloc(32, 7) };
  const later = { ...leaf, uid: 'ff112233-4455-6677-8899-aabbccddeeff' };

  it('is written byte by byte as docs/storage.md says', () => {
    const leafOf = (uid: string): string => sha256(Buffer.from(`00${uid}${'2b510000'}${'02000000'}${'07'.repeat(32)}`, 'hex'));
    const leaves = [leafOf('00112233445566778899aabbccddeeff'), leafOf('ff112233445566778899aabbccddeeff')];
    const ofDay = Buffer.from(`012b51000002000000${leaves.join('')}`, 'hex');
    expect(dayHash(leaf.day, [later, leaf]).toString('hex')).toBe(sha256(ofDay));
    const ofMonth = Buffer.concat([Buffer.from('02e65e0000', 'hex'), dayHash(1, [])]);
    expect(monthHash(0x5ee6, [dayHash(1, [])]).toString('hex')).toBe(sha256(ofMonth));
    const ofRoot = Buffer.concat([
      Buffer.from('03', 'hex'),
      bytesOfUid(leaf.uid),
      Buffer.from('01000000', 'hex'),
      Buffer.alloc(32),
    ]);
    expect(rootHash(leaf.uid, 1, [Buffer.alloc(32)]).toString('hex')).toBe(sha256(ofRoot));
  });

  it('names a series by the bytes of its UUID, any other by the first 16 of its SHA-256', () => {
    expect(bytesOfUid(leaf.uid.toUpperCase()).toString('hex')).toBe('00112233445566778899aabbccddeeff');
    for (const name of ['total', `x${leaf.uid}`, `${leaf.uid}0`, leaf.uid.replaceAll('-', '')])
      expect(bytesOfUid(name).toString('hex')).toBe(sha256(Buffer.from(name)).slice(0, 32));
  });

  it('tells days of another revision, series or content apart', () => {
    const others = [leaf, later, { ...leaf, revision: 3 }, { ...leaf, hash: Buffer.alloc(32, 8) }, { ...leaf, day: 20_780 }];
    expect(new Set(others.map((each) => dayHash(1, [each]).toString('hex'))).size).toBe(5);
  });
});
