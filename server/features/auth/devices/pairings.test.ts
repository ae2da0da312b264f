import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ManualClock } from '../../../core/clock.ts';
import { Pairings, type PhonePairingFacts, type StoredPairing } from './pairings.ts';
import { comparisonOf, hashCode, isProof, proofOf, readPhoneKey } from './phoneProof.ts';

const facts: PhonePairingFacts = { pin: Buffer.alloc(32, 7).toString('base64url'), addresses: [], authority: '', site: 's' };
const keyOf = (): string =>
  generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' }).toString('base64url');
const MINUTE = 60_000;

const rigOf = () => {
  const clock = new ManualClock(1_000_000);
  const pairings = new Pairings(clock);
  const open = (industryId = 'DEMO') => pairings.open(industryId, 'phone', facts);
  const publicKey = keyOf();
  const claim = ({ pairing, code }: { pairing: StoredPairing; code: string }, more: { key?: string; proof?: string } = {}) => {
    const key = more.key ?? publicKey;
    const proof = proofOf(hashCode(Buffer.from(code, 'base64url')), readPhoneKey(key), Buffer.from(facts.pin, 'base64url'));
    return pairings.claim({ pairing: pairing.id, proof: more.proof ?? proof.toString('base64url'), publicKey: key, model: 'M' });
  };
  return { clock, pairings, open, claim, publicKey };
};

describe('codes', () => {
  it('are open for five minutes, three at a time in an industry', () => {
    const { clock, pairings, open } = rigOf();
    const [first] = [open(), open(), open()];
    expect(first?.pairing).toMatchObject({ industryId: 'DEMO', name: 'phone', state: 'open', tries: 0, expiresAtMs: 1_300_000 });
    expect(Buffer.from(first?.code ?? '', 'base64url')).toHaveLength(16);
    expect(() => open()).toThrow('At most 3 codes');
    open('NORTH');
    expect([pairings.of('DEMO').length, pairings.of('NORTH').length]).toEqual([3, 1]);
    clock.advance(5 * MINUTE - 1);
    expect(pairings.of('DEMO')).toHaveLength(3);
    expect(pairings.industryOf(first?.pairing.id ?? '')).toBe('DEMO');
    clock.advance(1);
    expect(pairings.of('DEMO')).toEqual([]);
    expect(() => pairings.find('DEMO', first?.pairing.id ?? '')).toThrow('code not found');
    expect(pairings.industryOf(first?.pairing.id ?? '')).toBeUndefined();
  });

  it('are open for five minutes however long the server has run', () => {
    const { clock, pairings, open } = rigOf();
    clock.advance(60 * MINUTE);
    const { pairing } = open();
    expect(pairings.of('DEMO')).toEqual([pairing]);
    clock.advance(5 * MINUTE - 1);
    expect(pairings.find('DEMO', pairing.id)).toBe(pairing);
    clock.advance(1);
    expect(pairings.of('DEMO')).toEqual([]);
  });

  it('are found in their own industry, until they are decided', () => {
    const { pairings, open, claim } = rigOf();
    const made = open();
    expect(pairings.find('DEMO', made.pairing.id)).toBe(made.pairing);
    expect(() => pairings.find('NORTH', made.pairing.id)).toThrow('not found');
    claim(made);
    expect(pairings.of('DEMO')).toHaveLength(1);
    pairings.refuse(made.pairing);
    expect(pairings.of('DEMO')).toEqual([]);
  });
});

describe('a claim', () => {
  it('is of one phone, which may claim again', () => {
    const { open, claim, publicKey } = rigOf();
    const made = open();
    expect(claim(made)).toMatchObject({ isNew: true, pairing: { state: 'claimed', phone: { model: 'M' } } });
    expect(claim(made).isNew).toBe(false);
    const { comparison } = made.pairing.phone as NonNullable<StoredPairing['phone']>;
    expect(comparison).toBe(comparisonOf(made.pairing.codeHash, readPhoneKey(publicKey), made.pairing.pin));
    expect(() => claim(made, { key: keyOf() })).toThrow('not valid');
    expect(made.pairing).toMatchObject({ state: 'claimed', tries: 1 });
  });

  it('with five wrong proofs makes the code void, but not one that a phone has claimed', () => {
    const { pairings, open, claim } = rigOf();
    const proof = Buffer.alloc(32).toString('base64url');
    const made = open();
    for (let tries = 1; tries <= 5; tries += 1) {
      expect(() => claim(made, { proof })).toThrow('not valid');
      expect(made.pairing.state).toBe(tries < 5 ? 'open' : 'void');
    }
    expect(() => claim(made)).toThrow('not valid');
    expect(pairings.of('DEMO')).toHaveLength(1);
    const claimed = open();
    claim(claimed);
    for (let tries = 0; tries < 9; tries += 1) expect(() => claim(claimed, { proof })).toThrow('not valid');
    expect(claimed.pairing.state).toBe('claimed');
  });

  it('of an unknown or an old code is refused', () => {
    const { clock, open, claim } = rigOf();
    const made = open();
    expect(() => claim({ ...made, pairing: { ...made.pairing, id: 'x' } })).toThrow('not valid');
    clock.advance(5 * MINUTE);
    expect(() => claim(made)).toThrow('not valid');
  });
});

describe('the person', () => {
  it('accepts the phone that shows the number, once', () => {
    const { pairings, open, claim } = rigOf();
    const made = open();
    expect(() => pairings.accept(made.pairing, '000000', 'p1')).toThrow('No phone waits');
    claim(made);
    const comparison = made.pairing.phone?.comparison ?? '';
    expect(() => pairings.accept(made.pairing, `${(Number(comparison) + 1) % 1_000_000}`.padStart(6, '0'), 'p1')).toThrow(
      'another number',
    );
    expect(pairings.accept(made.pairing, comparison, 'p1')).toBe(made.pairing.phone);
    expect(made.pairing).toMatchObject({ state: 'paired', phoneId: 'p1' });
    expect(() => pairings.accept(made.pairing, comparison, 'p1')).toThrow('No phone waits');
  });
});

describe('a phone that waits', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const waiting = () => {
    const rig = rigOf();
    const made = rig.open();
    rig.claim(made);
    const client = new AbortController();
    const seen = { ended: false };
    const ended = rig.pairings.decided(made.pairing, client.signal).then(() => {
      seen.ended = true;
    });
    return { ...rig, made, client, seen, ended };
  };

  it('is answered after twenty seconds at most', async () => {
    const { seen, ended } = waiting();
    await vi.advanceTimersByTimeAsync(19_999);
    expect(seen.ended).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await ended;
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each<[string, (rig: ReturnType<typeof waiting>) => void]>([
    ['accepted', ({ pairings, made }) => void pairings.accept(made.pairing, made.pairing.phone?.comparison ?? '', 'p')],
    ['refused', ({ pairings, made }) => pairings.refuse(made.pairing)],
    ['stopped', ({ pairings }) => pairings.stop()],
    ['gone', ({ client }) => client.abort()],
  ])('is answered at once when it is %s', async (_, act) => {
    const rig = waiting();
    await vi.advanceTimersByTimeAsync(100);
    expect(rig.seen.ended).toBe(false);
    act(rig);
    await vi.advanceTimersByTimeAsync(0);
    expect(rig.seen.ended).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('waits on when another is decided', async () => {
    const { pairings, open, claim, seen } = waiting();
    const other = open();
    claim(other);
    pairings.refuse(other.pairing);
    await vi.advanceTimersByTimeAsync(100);
    expect(seen.ended).toBe(false);
    pairings.stop();
  });
});

describe('a proof', () => {
  it('is compared whole', () => {
    const proof = Buffer.alloc(32, 5);
    expect(isProof(proof.toString('base64url'), proof)).toBe(true);
    for (const other of [Buffer.alloc(32, 6), Buffer.alloc(31, 5), Buffer.alloc(33, 5), Buffer.alloc(0)])
      expect(isProof(other.toString('base64url'), proof)).toBe(false);
  });

  it('is by a key of P-256 or Ed25519', () => {
    const der = (pair: ReturnType<typeof generateKeyPairSync>): string =>
      pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64url');
    for (const pair of [generateKeyPairSync('ed25519'), generateKeyPairSync('ec', { namedCurve: 'P-256' })])
      expect(readPhoneKey(der(pair as never)).toString('base64url')).toBe(der(pair as never));
    expect(() => readPhoneKey(der(generateKeyPairSync('ec', { namedCurve: 'P-384' }) as never))).toThrow('must be of P-256');
    expect(() => readPhoneKey(der(generateKeyPairSync('x25519') as never))).toThrow('must be of P-256');
    expect(() => readPhoneKey('AAAA')).toThrow('cannot be read');
  });

  it('is shown as six digits of the first 20 bits, zeros before them included', () => {
    const shown = Array.from({ length: 300 }, (_, at) =>
      comparisonOf(Buffer.alloc(32, at % 256), Buffer.from([at >> 8]), Buffer.alloc(1)),
    );
    expect(shown.every((text) => /^\d{6}$/.test(text))).toBe(true);
    expect(shown.some((text) => text.startsWith('0'))).toBe(true);
    expect(shown.some((text) => Number(text) > 900_000)).toBe(true);
    expect(new Set(shown).size).toBeGreaterThan(295);
  });
});
