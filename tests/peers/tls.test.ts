import { execFile, spawnSync } from 'node:child_process';
import { hash, X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import createMdns from 'multicast-dns';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Announcement } from '../../server/http/announcement.ts';
import { HttpServer } from '../../server/http/server.ts';
import { type KeyedCertificate, makeAuthority, makeLeaf } from '../../server/http/tls/certificates.ts';
import { findChromium } from '../browser/findChromium.ts';
import { noPython, Peers, python, until } from './peers.ts';

const DAY_MS = 86_400_000;
const execute = promisify(execFile);
const has = (program: string, ...args: string[]): boolean => spawnSync(program, args).error === undefined;
const noOpenssl = !has('openssl', 'version') && 'openssl is not installed';
const browser = findChromium({ env: process.env, playwrights: chromium.executablePath() });
const noNss =
  (!browser && 'Chromium is not installed') || (!has('certutil', '-H') && 'certutil (libnss3-tools) is not installed');
for (const missing of [noOpenssl, noPython, noNss]) if (missing) console.log(`skipped: ${missing}`);

const peers = new Peers();
/** What a client is asked about: a server's certificate, and the authority that the client trusts. */
type Case = { name: string; shown: KeyedCertificate; trusted: KeyedCertificate; host?: string; good: boolean };
let cases: Case[];
let server: HttpServer;
let port: number;

beforeAll(async () => {
  const now = Date.now();
  const [own, other, next] = await Promise.all(['Plant', 'Other', 'Next'].map((name) => makeAuthority(name, [], now)));
  if (!own || !other || !next) throw new Error('no authority was made');
  const hosts = ['localhost', '127.0.0.1', 'plant.local'];
  const leaf = await makeLeaf(own, hosts, now);
  const old = await makeLeaf(own, hosts, now - 400 * DAY_MS);
  const elsewhere = await makeLeaf(own, ['elsewhere.local'], now);
  // the authority's own limits: it may not sign for a name on the internet
  const outside = await makeLeaf(own, ['localhost', '127.0.0.1', 'bank.example'], now);
  const rotated = await makeLeaf(next, hosts, now);
  const chain = (one: KeyedCertificate, by: KeyedCertificate): KeyedCertificate => ({
    ...one,
    certificate: one.certificate + by.certificate,
  });
  cases = [
    { name: 'the plant’s own', shown: chain(leaf, own), trusted: own, good: true },
    { name: 'another authority’s', shown: chain(leaf, own), trusted: other, good: false },
    { name: 'one that has expired', shown: chain(old, own), trusted: own, good: false },
    { name: 'one of another name', shown: chain(elsewhere, own), trusted: own, good: false },
    { name: 'one for a name of the internet', shown: chain(outside, own), trusted: own, good: false },
    { name: 'a rotated authority’s, to who trusts the old one', shown: chain(rotated, next), trusted: own, good: false },
    { name: 'a rotated authority’s, to who trusts it', shown: chain(rotated, next), trusted: next, good: true },
  ];
  server = new HttpServer((_, response) => response.end('headworks answers'), {
    host: '127.0.0.1',
    port: 0,
    tls: { certificate: leaf.certificate, key: leaf.key },
  });
  await server.start();
  port = (server.node.address() as AddressInfo).port;
});
afterAll(async () => {
  await server.stop();
  peers.end();
});

/** Shows a certificate, and gives a file of what the client trusts. */
const prepare = ({ shown, trusted }: Case): string => {
  server.show(shown);
  const path = join(mkdtempSync(join(peers.folder, 'ca-')), 'authority.pem');
  writeFileSync(path, trusted.certificate);
  return path;
};
const verdicts = async (ask: (authority: string, one: Case) => Promise<boolean>) => {
  const found: Record<string, boolean> = {};
  for (const one of cases) found[one.name] = await ask(prepare(one), one);
  return found;
};
const expected = () => Object.fromEntries(cases.map(({ name, good }) => [name, good]));

describe('certificates are taken and refused alike', () => {
  it.skipIf(noOpenssl)('by openssl, which also finds no old protocol and no cipher without forward secrecy', async () => {
    const run = async (...args: string[]) => {
      const done = execute('openssl', ['s_client', '-connect', `127.0.0.1:${port}`, ...args]);
      done.child.stdin?.end();
      return done.then(
        ({ stdout }) => stdout,
        (error: { stdout?: string }) => error.stdout ?? '',
      );
    };
    const found = await verdicts(async (authority) =>
      (await run('-CAfile', authority, '-verify_hostname', 'localhost', '-verify_return_error')).includes(
        'Verify return code: 0 (ok)',
      ),
    );
    expect(found).toEqual(expected());
    for (const old of ['-tls1', '-tls1_1']) expect(await run(old, '-cipher', 'ALL:@SECLEVEL=0')).not.toContain('Cipher is ECDHE');
    expect(await run('-tls1_2', '-cipher', 'AES128-GCM-SHA256:AES256-SHA')).toMatch(/Cipher is \(NONE\)/);
  });

  it.skipIf(noPython)('by Python', async () => {
    const script = `
import ssl, sys, urllib.request
context = ssl.create_default_context(cafile=sys.argv[1])
print(urllib.request.urlopen('https://localhost:' + sys.argv[2], context=context, timeout=5).read().decode())`;
    const found = await verdicts(async (authority) =>
      execute(python, ['-c', script, authority, String(port)]).then(
        ({ stdout }) => stdout.includes('headworks answers'),
        () => false,
      ),
    );
    expect(found).toEqual(expected());
  });

  it.skipIf(noNss)('by Chromium whose profile trusts the plant’s authority', async () => {
    const found = await verdicts(async (authority) => {
      // Chromium on Linux reads the NSS database of its user's home
      const home = mkdtempSync(join(peers.folder, 'home-'));
      const nss = join(home, '.pki', 'nssdb');
      mkdirSync(nss, { recursive: true });
      await execute('certutil', ['-N', '-d', `sql:${nss}`, '--empty-password']);
      await execute('certutil', ['-A', '-d', `sql:${nss}`, '-n', 'plant', '-t', 'C,,', '-i', authority]);
      const started = await chromium.launchPersistentContext(join(home, 'profile'), {
        executablePath: browser ?? '',
        args: ['--no-sandbox'],
        env: {
          ...process.env,
          HOME: home,
          XDG_CONFIG_HOME: join(home, '.config'),
          XDG_DATA_HOME: join(home, '.local'),
        } as Record<string, string>,
      });
      try {
        const page = await started.newPage();
        await page.goto(`https://localhost:${port}/`, { timeout: 15_000 });
        return (await page.textContent('body')) === 'headworks answers';
      } catch (error) {
        if (!String(error).includes('ERR_CERT_')) throw error;
        return false;
      } finally {
        await started.close();
      }
    });
    expect(found).toEqual(expected());
  });
});

describe('a phone that pins the authority', () => {
  it.skipIf(noPython)('finds its key in the chain by Python alone, and not in the chain of another', async () => {
    // what a phone does without any trust store: the chain is fetched unverified, and the pin looked for
    const script = `
import socket, ssl, sys, hashlib, base64, subprocess
out = subprocess.run(['openssl', 's_client', '-connect', '127.0.0.1:' + sys.argv[1], '-showcerts'], input=b'', capture_output=True).stdout.decode()
pins = []
for part in out.split('-----BEGIN CERTIFICATE-----')[1:]:
    pem = '-----BEGIN CERTIFICATE-----' + part.split('-----END CERTIFICATE-----')[0] + '-----END CERTIFICATE-----\\n'
    key = subprocess.run(['openssl', 'x509', '-pubkey', '-noout'], input=pem.encode(), capture_output=True).stdout
    der = base64.b64decode(b''.join(key.splitlines()[1:-1]))
    pins.append(base64.urlsafe_b64encode(hashlib.sha256(der).digest()).decode().rstrip('='))
print(' '.join(pins))`;
    const pinOf = ({ certificate }: KeyedCertificate): string =>
      hash('sha256', new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' }), 'base64url');
    for (const one of cases) {
      prepare(one);
      const { stdout } = await execute(python, ['-c', script, String(port)]);
      expect(stdout.trim().split(' ').includes(pinOf(one.trusted)), one.name).toBe(
        !/another authority|trusts the old/.test(one.name),
      );
    }
  });
});

const noAvahi =
  (!has('avahi-browse', '--version') && 'avahi-utils is not installed') ||
  (!existsSync('/run/avahi-daemon/socket') && 'avahi-daemon does not run');
if (noAvahi) console.log(`skipped: ${noAvahi}`);

describe('the announcement', () => {
  it('is found by another program of mDNS on the usual port, and gone after the goodbye', async () => {
    const silent = { debug() {}, info() {}, warn() {}, error() {}, always() {}, child: () => silent };
    const announcement = new Announcement(silent);
    const received: string[] = [];
    const asker = createMdns();
    asker.on('response', ({ answers }) => {
      for (const one of answers ?? []) if (one.type === 'PTR') received.push(`${one.data} ${one.ttl}`);
    });
    announcement.start({ site: 'peers-site', port: 8443 });
    asker.query('_headworks._tcp.local', 'PTR');
    await until(() => received.some((one) => one === 'Headworks peers-si._headworks._tcp.local 4500'));
    if (!noAvahi) {
      const { stdout } = await execute('avahi-browse', ['-rtp', '_headworks._tcp']);
      expect(stdout).toMatch(/8443;.*"id=peers-site"/);
    }
    await announcement.stop();
    const goodbye = 'Headworks peers-si._headworks._tcp.local 0';
    await until(() => received.includes(goodbye));
    expect(received).toContain(goodbye);
    await new Promise<void>((resolve) => asker.destroy(resolve));
  });
});
