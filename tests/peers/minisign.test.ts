/** The signature of an update, checked by a program that is not ours: minisign 0.11 of Debian. */
import { spawnSync } from 'node:child_process';
import { sign } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { release, writeBundle } from '../../app/updates/testing/bundle.ts';

const hasMinisign = !spawnSync('minisign', ['-v']).error;
const keyId = Buffer.from('4865616477726b73', 'hex');
/** Its plain algorithm: Ed25519 over the bytes themselves. */
const algorithm = Buffer.from('Ed');

/** Both files of minisign around the very signature of our signature file. */
const asMinisign = (signature: Buffer): { key: string; signed: string } => {
  const comment = 'headworks update';
  const overall = sign(null, Buffer.concat([signature, Buffer.from(comment)]), release.privateKey);
  const raw = Buffer.concat([algorithm, keyId, Buffer.from(release.publicKey, 'base64')]).toString('base64');
  return {
    key: raw,
    signed: `untrusted comment: signature\n${Buffer.concat([algorithm, keyId, signature]).toString('base64')}\ntrusted comment: ${comment}\n${overall.toString('base64')}\n`,
  };
};

describe.runIf(hasMinisign)('minisign', () => {
  const verdict = (change: (bytes: Buffer) => void) => {
    const folder = mkdtempSync(join(tmpdir(), 'minisign-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeBundle(folder);
    const signature = Buffer.from(readFileSync(join(folder, 'manifest.sig'), 'utf8').trim().split(' ')[1] ?? '', 'base64');
    const { key, signed } = asMinisign(signature);
    const bytes = Buffer.concat([Buffer.from('headworks-update-1\n'), readFileSync(join(folder, 'manifest.json'))]);
    change(bytes);
    writeFileSync(join(folder, 'signed'), bytes);
    writeFileSync(join(folder, 'signed.minisig'), signed);
    return spawnSync('minisign', ['-V', '-m', join(folder, 'signed'), '-P', key], { encoding: 'utf8' });
  };

  it('takes the signature that our manifest has, and none of changed bytes', () => {
    const good = verdict(() => undefined);
    expect([good.status, good.stdout]).toEqual([0, expect.stringContaining('verified')]);
    expect(verdict((bytes) => bytes.writeUInt8(bytes.readUInt8(40) ^ 1, 40)).status).not.toBe(0);
  });
});
