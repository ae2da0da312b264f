import { execFileSync, spawn } from 'node:child_process';
import { createPublicKey, X509Certificate } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { connect } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { ManualClock, systemClock } from '../../core/clock.ts';
import { diskCallsOf } from '../../test/diskCalls.ts';
import { silent } from '../../test/httpRig.ts';
import { HttpServer } from '../server.ts';
import { makeAuthority, makeLeaf } from './certificates.ts';
import { PlantTls } from './plantTls.ts';

const DAY_MS = 86_400_000;
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
});

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'headworks-tls-'));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
const hosts = ['plant-pc', 'plant-pc.local', '192.168.1.20'];

const start = async (options: { folder?: string; clock?: ManualClock; hosts?: () => string[] } = {}) => {
  const clock = options.clock ?? new ManualClock(systemClock.now());
  const folder = options.folder ?? newFolder();
  const tls = new PlantTls({ folder, site: 'KAVERI', hosts: options.hosts ?? (() => hosts), clock, log: silent });
  await tls.start();
  undo.push(() => tls.stop());
  return { tls, folder, clock };
};
const serve = async (shown: { certificate: string; key: string }): Promise<{ port: number; server: HttpServer }> => {
  const server = new HttpServer((_, response) => response.end('served'), { host: '127.0.0.1', port: 0, tls: shown });
  const { port, url } = await server.start();
  expect(url).toBe(`https://127.0.0.1:${port}`);
  undo.push(() => server.stop());
  return { port, server };
};
const ask = (port: number, ca: string, servername: string): Promise<string> =>
  new Promise((resolve) => {
    get({ port, host: '127.0.0.1', servername, ca, agent: false }, (response) => resolve(String(response.statusCode))).on(
      'error',
      (error) => resolve((error as NodeJS.ErrnoException).code ?? ''),
    );
  });
/** Verdict and protocol of OpenSSL's client. */
const openssl = (port: number, caFile: string, args: string[]): Promise<{ code: string; text: string }> =>
  new Promise((resolve) => {
    const child = spawn('openssl', [
      's_client',
      '-connect',
      `127.0.0.1:${port}`,
      '-CAfile',
      caFile,
      '-verify_return_error',
      ...args,
    ]);
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.on('close', () => resolve({ code: /Verif(?:y return code|ication error): ?(\d+|[^\n]*)/.exec(text)?.[1] ?? '', text }));
    child.stdin.end('Q\n');
  });

it('lets a request by HTTPS that runs end when the server stops, as one by HTTP', async () => {
  const { tls } = await start();
  const asked = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const server = new HttpServer(
    async (_, response) => {
      asked.resolve();
      await finish.promise;
      response.end('served');
    },
    { host: '127.0.0.1', port: 0, tls: tls.served },
  );
  const { port } = await server.start();
  const answer = ask(port, tls.authority, 'plant-pc');
  await asked.promise;
  const stopped = server.stop();
  // longer than what is left to a request that is half sent
  setTimeout(finish.resolve, 400);
  expect(await answer).toBe('200');
  await stopped;
});

describe('the certificates of a plant', () => {
  it('are made once, kept for their owner alone, and the same after a restart', async () => {
    const { tls, folder } = await start();
    const again = await start({ folder });
    expect([again.tls.authority, again.tls.served]).toEqual([tls.authority, tls.served]);
    for (const file of readdirSync(folder)) expect(statSync(join(folder, file)).mode & 0o077, file).toBe(0);
    const leaf = new X509Certificate(tls.served.certificate);
    expect(leaf.checkIssued(new X509Certificate(tls.authority))).toBe(true);
    for (const host of ['plant-pc', 'plant-pc.local', 'localhost']) expect(leaf.checkHost(host), host).toBe(host);
    for (const ip of ['192.168.1.20', '127.0.0.1', '::1']) expect(leaf.checkIP(ip), ip).toBe(ip);
    expect(leaf.checkHost('other-pc')).toBeUndefined();
    expect(Date.parse(leaf.validTo) - Date.parse(leaf.validFrom)).toBeLessThanOrEqual(397 * DAY_MS);
    expect(createPublicKey(tls.served.key).export({ type: 'spki', format: 'pem' })).toBe(
      leaf.publicKey.export({ type: 'spki', format: 'pem' }),
    );
  });

  it('are renewed when 60 % of their life is over, and when names or addresses change', async () => {
    let names = hosts;
    const { tls, clock } = await start({ hosts: () => names });
    const first = tls.served.certificate;
    clock.advance(236 * DAY_MS);
    expect(await tls.renewWhereDue()).toBe(false);
    clock.advance(3 * DAY_MS);
    expect(await tls.renewWhereDue()).toBe(true);
    expect(tls.served.certificate).not.toBe(first);
    names = ['plant-pc', '10.4.4.4'];
    expect(await tls.renewWhereDue()).toBe(true);
    expect(new X509Certificate(tls.served.certificate).checkIP('10.4.4.4')).toBe('10.4.4.4');
    expect(new X509Certificate(tls.served.certificate).checkIP('192.168.1.20')).toBeUndefined();
    expect(await tls.renewWhereDue()).toBe(false);
  });

  it('name no host that the authority may not sign for, and say which those are', async () => {
    const { tls } = await start({ hosts: () => ['plant-pc', '8.8.8.8', '2001:4860::1', 'fd00::7'] });
    expect(tls.unsigned).toEqual(['8.8.8.8', '2001:4860::1']);
    const leaf = new X509Certificate(tls.served.certificate);
    expect([leaf.checkIP('8.8.8.8'), leaf.checkIP('fd00::7')]).toEqual([undefined, 'fd00::7']);
  });

  it('stop the start with one line when a file is damaged', async () => {
    const { folder } = await start();
    writeFileSync(join(folder, 'authority.json'), '{"certificate":"x"');
    await expect(start({ folder })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('authority.json'),
    });
  });

  it.each(['authority', 'server'])('stop the start with any of 200 single bits of %s.json flipped', async (kept) => {
    const { folder } = await start();
    const path = join(folder, `${kept}.json`);
    const bytes = readFileSync(path);
    for (let at = 0; at < 200; at += 1) {
      const bit = Math.floor((at * bytes.length * 8) / 200) + (at % 8);
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      writeFileSync(path, flipped);
      await expect(start({ folder }), `bit ${bit}`).rejects.toMatchObject({ code: 'unavailable' });
    }
  });

  it('of the owner are served in their place, and refused when they cannot be', async () => {
    const { tls, folder, clock } = await start();
    const authority = await makeAuthority('Owner', ['water.example'], clock.now());
    const leaf = await makeLeaf(authority, ['water.example'], clock.now());
    const other = await makeLeaf(authority, ['water.example'], clock.now());
    const expired = await makeLeaf(authority, ['water.example'], clock.now() - 500 * DAY_MS);
    const later = await makeLeaf(authority, ['water.example'], clock.now() + 500 * DAY_MS);
    const seen: string[] = [];
    tls.onChange(({ certificate }) => seen.push(certificate));
    for (const [certificate, key, why] of [
      ['nonsense', leaf.key, /not a PEM/],
      [leaf.certificate, 'nonsense', /cannot be used/],
      [leaf.certificate, other.key, /does not belong/],
      [expired.certificate, expired.key, /expired/],
      [later.certificate, later.key, /not valid yet/],
    ] as const)
      expect(() => tls.adopt(certificate, key)).toThrow(why);
    for (const [chain, why] of [
      [authority.certificate.slice(0, 200), /chain is cut short: its certificate 2 is not whole/],
      [authority.certificate.slice(0, -20), /chain is cut short: its certificate 2 is not whole/],
      [authority.certificate.slice(0, 15), /chain is cut short: its certificate 2 is not whole/],
      [other.certificate, /certificate 2 of the chain signed none of the others/],
    ] as const)
      expect(() => tls.adopt(leaf.certificate + chain, leaf.key)).toThrow(why);
    const half = join(folder, 'own.json.tmp');
    mkdirSync(half);
    expect(() => tls.adopt(leaf.certificate, leaf.key)).toThrow(/EISDIR/);
    rmdirSync(half);
    // what could not be stored would be gone after the next start
    expect([seen, tls.isOwn]).toEqual([[], false]);
    tls.adopt(leaf.certificate + authority.certificate + leaf.key, leaf.key);
    tls.adopt(leaf.certificate, leaf.key);
    expect([tls.isOwn, tls.served.certificate]).toEqual([true, leaf.certificate]);
    tls.release();
    expect(tls.isOwn).toBe(false);
    expect(seen).toHaveLength(3);
  });

  it.skipIf(process.platform === 'win32')(
    'is on the disk before it is served, and is gone from it before the plant’s is served again',
    async () => {
      const { tls, folder, clock } = await start();
      const leaf = await makeLeaf(await makeAuthority('OTHER', [], clock.now()), ['plant-pc'], clock.now());
      const calls = diskCallsOf((add) => {
        tls.onChange(() => add('served'));
        tls.adopt(leaf.certificate, leaf.key);
        tls.release();
      });
      const ofFolder = `sync ${basename(folder)}`;
      expect(calls).toEqual([
        ...['sync own.json.tmp', 'rename own.json', ofFolder, 'served'],
        ...['remove own.json', ofFolder, 'served'],
      ]);
    },
  );
});

describe('clients', () => {
  it('that trust the authority come in by every name, others stop at it', async () => {
    const { tls, clock } = await start();
    const { port } = await serve(tls.served);
    expect(await ask(port, tls.authority, 'plant-pc')).toBe('200');
    const foreign = await makeAuthority('KAVERI', [], clock.now());
    expect(await ask(port, foreign.certificate, 'plant-pc')).toMatch(
      /UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT_LOCALLY)|SELF_SIGNED|CERT_SIGNATURE_FAILURE/,
    );
    expect(await ask(port, tls.authority, 'other-pc')).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
  });

  it('see a certificate that has expired, and the one that takes its place without a restart', async () => {
    const { tls, folder } = await start();
    const authority = JSON.parse(readFileSync(join(folder, 'authority.json'), 'utf8'));
    const old = await makeLeaf(authority, hosts, systemClock.now() - 30 * DAY_MS, 20);
    const { port, server } = await serve(old);
    expect(await ask(port, tls.authority, 'plant-pc')).toBe('CERT_HAS_EXPIRED');
    server.show(tls.served);
    expect(await ask(port, tls.authority, 'plant-pc')).toBe('200');
    await tls.renew(true);
    server.show(tls.served);
    expect(await ask(port, authority.certificate, 'plant-pc')).not.toBe('200');
    expect(await ask(port, tls.authority, 'plant-pc')).toBe('200');
  });

  it('of OpenSSL agree: chain, name, address, foreign authority, expiry, and what the authority may not sign for', async () => {
    const { tls, folder } = await start();
    const authority = JSON.parse(readFileSync(join(folder, 'authority.json'), 'utf8'));
    const caFile = join(folder, 'ca.crt');
    writeFileSync(caFile, tls.authority);
    const { port } = await serve(tls.served);
    for (const name of [
      ['-verify_hostname', 'plant-pc'],
      ['-verify_ip', '192.168.1.20'],
      ['-verify_hostname', 'plant-pc.local'],
    ])
      expect((await openssl(port, caFile, name)).code, name.join(' ')).toBe('0');
    expect((await openssl(port, caFile, ['-verify_hostname', 'other-pc'])).text).toMatch(/hostname mismatch/i);
    const foreign = join(folder, 'foreign.crt');
    writeFileSync(foreign, (await makeAuthority('KAVERI', [], systemClock.now())).certificate);
    expect((await openssl(port, foreign, [])).text).toMatch(/unable to get local issuer|self.signed|signature failure/i);
    for (const [leaf, why] of [
      [await makeLeaf(authority, hosts, systemClock.now() - 30 * DAY_MS, 20), /certificate has expired/i],
      [await makeLeaf(authority, ['bank.example.com'], systemClock.now()), /permitted subtree violation/i],
      [await makeLeaf(authority, ['93.184.216.34'], systemClock.now()), /permitted subtree violation/i],
    ] as const) {
      const served = await serve(leaf);
      expect((await openssl(served.port, caFile, [])).text).toMatch(why);
    }
    const text = execFileSync('openssl', ['x509', '-in', caFile, '-noout', '-text']).toString();
    for (const line of [
      /CA:TRUE, pathlen:0/,
      /Name Constraints: critical/,
      /IP:192\.168\.0\.0\/255\.255\.0\.0/,
      /DNS:local\b/,
      /Certificate Sign, CRL Sign/,
    ])
      expect(text).toMatch(line);
  });

  it('speak TLS 1.2 or 1.3 with forward secrecy and nothing older', async () => {
    const { tls } = await start();
    const { port } = await serve(tls.served);
    const speak = (options: object): Promise<string> =>
      new Promise((resolve) => {
        const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ...options }, () => {
          resolve(`${socket.getProtocol()} ${socket.getCipher().standardName}`);
          socket.destroy();
        });
        socket.on('error', () => resolve('refused'));
      });
    expect(await speak({})).toBe('TLSv1.3 TLS_AES_256_GCM_SHA384');
    expect(await speak({ maxVersion: 'TLSv1.2' })).toMatch(/^TLSv1\.2 TLS_ECDHE_ECDSA_WITH_AES_\d+_GCM/);
    expect(await speak({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' })).toBe('refused');
    expect(await speak({ maxVersion: 'TLSv1.2', ciphers: 'AES256-SHA:AES128-GCM-SHA256' })).toBe('refused');
  });
});
