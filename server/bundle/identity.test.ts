import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fingerprintOf, loadIdentity, nextKey, prepareNextKey, raiseEpoch, renewIdentity, takeNextKey } from './identity.ts';
import { publicBytes } from './keys.ts';
import { keyOfKit, makeKit, readKit } from './recoveryKit.ts';

const nowMs = Date.parse('2026-11-22T02:40:00Z');
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'identity-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'keys');
};

describe('the identity of a plant', () => {
  it('is made once and is the same for ever after', () => {
    const keys = newFolder();
    const made = loadIdentity(keys, nowMs);
    const again = loadIdentity(keys, nowMs + 1e9);
    expect(made).toMatchObject({ epoch: 1, createdAt: '2026-11-22T02:40:00.000Z' });
    expect(again).toMatchObject({ site: made.site, epoch: 1, createdAt: made.createdAt });
    expect(publicBytes(again.signing)).toEqual(publicBytes(made.signing));
    expect(publicBytes(again.opening)).toEqual(publicBytes(made.opening));
  });

  it('keeps its private keys wrapped, in files that only their owner reads', () => {
    const keys = newFolder();
    const { signing, opening } = loadIdentity(keys, nowMs);
    const stored = readFileSync(join(keys, 'site.json'));
    for (const key of [signing, opening]) {
      const secret = key.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
      for (const form of ['hex', 'base64', 'base64url'] as const) expect(stored.includes(secret.toString(form))).toBe(false);
    }
    for (const file of ['site.json', 'site-wrap-key.json']) expect(statSync(join(keys, file)).mode & 0o777).toBe(0o600);
  });

  it('keeps site and keys when its epoch rises, and changes all of them for a copy', () => {
    const keys = newFolder();
    const first = loadIdentity(keys, nowMs);
    const raised = raiseEpoch(keys);
    expect(raised).toMatchObject({ site: first.site, epoch: 2 });
    expect(publicBytes(loadIdentity(keys, nowMs).signing)).toEqual(publicBytes(first.signing));
    const copy = renewIdentity(keys, nowMs);
    expect(copy.epoch).toBe(1);
    expect(copy.site).not.toBe(first.site);
    expect(fingerprintOf(publicBytes(copy.signing))).not.toBe(fingerprintOf(publicBytes(first.signing)));
  });

  it('has one next key, however often it is prepared, until that is its own', () => {
    const keys = newFolder();
    loadIdentity(keys, nowMs);
    const prepared = publicBytes(prepareNextKey(keys).signing);
    // the other side may know it by now
    expect(publicBytes(prepareNextKey(keys).signing)).toEqual(prepared);
    const next = readFileSync(join(keys, 'site-next.json'));
    expect(publicBytes(takeNextKey(keys))).toEqual(prepared);
    expect(nextKey(keys)).toBeUndefined();
    // ended between the two steps of taking it
    writeFileSync(join(keys, 'site-next.json'), next);
    expect(publicBytes(prepareNextKey(keys).signing)).not.toEqual(prepared);
  });

  it.each(['site.json', 'site-wrap-key.json'])('is refused, or the same, with any single bit of %s flipped', (file) => {
    const keys = newFolder();
    const { site, epoch, createdAt } = loadIdentity(keys, nowMs);
    const bytes = readFileSync(join(keys, file));
    for (let bit = 0; bit < bytes.length * 8; bit += 3) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      writeFileSync(join(keys, file), flipped);
      let found: object = { site, epoch, createdAt };
      try {
        found = loadIdentity(keys, nowMs + 1);
      } catch (error) {
        expect(String(error)).toMatch(/is damaged|cannot be opened/);
      }
      expect(found, `bit ${bit}`).toMatchObject({ site, epoch, createdAt });
    }
  });

  it.each(['site.json', 'site-wrap-key.json'])('is not silently made anew when %s is damaged', (file) => {
    const keys = newFolder();
    loadIdentity(keys, nowMs);
    const stored = readFileSync(join(keys, file), 'utf8');
    for (const text of [
      '',
      stored.slice(0, -20),
      stored.replace(/"(wrapped|key)":"(.)/, (_, name, one) => `"${name}":"${one === 'A' ? 'B' : 'A'}`),
    ]) {
      writeFileSync(join(keys, file), text);
      expect(() => loadIdentity(keys, nowMs)).toThrow(
        `${join(keys, 'site.json')}, which says who this plant is, cannot be opened with site-wrap-key.json. Put both files of one backup back into that folder. Where there is no backup remove both: the plant begins with a new identity then, and has to be paired with its hub again`,
      );
    }
  });
});

describe('a recovery kit', () => {
  it('opens by its words and by its QR code, and what is stored of it does not', () => {
    const keys = newFolder();
    const kit = makeKit(keys, nowMs);
    expect(kit.words.split(' ')).toHaveLength(24);
    for (const text of [kit.words, `  ${kit.words.toUpperCase().replaceAll(' ', '\n')} `, kit.qr])
      expect(publicBytes(keyOfKit(text)).toString('base64url')).toBe(kit.publicKey);
    const stored = readFileSync(join(keys, 'recovery-kit.json'), 'utf8');
    expect(stored).not.toContain(kit.qr.split(':')[1]);
    expect(stored).not.toContain(kit.words.split(' ').slice(0, 3).join(' '));
    expect(readKit(keys)).toEqual({ id: kit.id, publicKey: kit.publicKey, createdAt: kit.createdAt });
  });

  it('that is lost is answered by a new one', () => {
    const keys = newFolder();
    const lost = makeKit(keys, nowMs);
    const kit = makeKit(keys, nowMs);
    expect(kit.id).not.toBe(lost.id);
    expect(readKit(keys)?.id).toBe(kit.id);
  });

  it('whose words are misread is refused', () => {
    const { words } = makeKit(newFolder(), nowMs);
    const list = words.split(' ');
    const swapped = [list[1], list[0], ...list.slice(2)].join(' ');
    for (const text of [
      '',
      'one two',
      words.slice(0, -12),
      `${words} zoo`,
      swapped === words ? '' : swapped,
      'headworks-kit-1:AAAA',
    ])
      expect(() => keyOfKit(text)).toThrow('this is no recovery kit');
  });
});
