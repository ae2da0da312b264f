/** A hub with a certificate of its own serves HTTPS alone, and shows a renewed one without a restart. */
import 'reflect-metadata';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { cryptoProvider, SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { systemClock } from '../../server/core/clock.ts';
import { type KeyedCertificate, makeAuthority, makeLeaf } from '../../server/http/tls/certificates.ts';
import { HubApplication } from '../../server/hub/hubApplication.ts';
import { installed } from '../../server/hub/testing/installed.ts';
import { missingPostgres, type PostgresRig, startPostgres } from '../../server/hub/testing/postgresRig.ts';
import { createLog } from '../../server/log.ts';
import { share, started, stateOf } from '../../server/test/sync/syncedPlant.ts';

type Answer = { status: number; body: string; serial: string };

/** @throws the error of TLS where the certificate is not one of the authority. */
const ask = (url: string, ca: string, { method = 'GET', token = '', body: sent = '' } = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const call = request(url, { ca, method, agent: false, headers: { Authorization: `Bearer ${token}` } }, (response) => {
      const { serialNumber: serial } = (response.socket as TLSSocket).getPeerCertificate();
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        body += text;
      });
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, body, serial });
      });
    });
    call.on('error', reject);
    call.end(sent);
  });

/** As `openssl req -x509` makes it. */
const selfSigned = async (): Promise<KeyedCertificate> => {
  cryptoProvider.set(crypto);
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const extensions = [new SubjectAlternativeNameExtension([{ type: 'ip', value: '127.0.0.1' }])];
  const named = { name: 'CN=hub', notBefore: new Date(Date.now() - 1000), notAfter: new Date(Date.now() + 86_400_000) };
  const certificate = await X509CertificateGenerator.createSelfSigned({
    ...named,
    signingAlgorithm: algorithm,
    keys,
    extensions,
  });
  const key = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  return { certificate: certificate.toString('pem'), key: `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----\n` };
};

describe.skipIf(missingPostgres)(`HTTPS of a hub${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
  let rig: PostgresRig;
  let authority: KeyedCertificate;
  beforeAll(async () => {
    rig = await startPostgres();
    authority = await makeAuthority('Head office', [], Date.now());
  });
  afterAll(() => rig?.stop());

  const leaf = (): Promise<KeyedCertificate> => makeLeaf(authority, ['127.0.0.1', 'localhost'], Date.now());
  const write = (folder: string, { certificate, key }: KeyedCertificate): void => {
    writeFileSync(join(folder, 'hub.pem'), certificate);
    writeFileSync(join(folder, 'hub.key'), key, { mode: 0o600 });
  };
  const hubAt = (folder: string, port: string, lines: string[] = []): HubApplication => {
    const config = readConfig(['--hub', '--data', folder, '--port', port, '--host', '0.0.0.0'], {});
    const log = createLog('info', { write: (line) => lines.push(line) });
    const hub = new HubApplication({ config, clock: systemClock, log, ...installed });
    onTestFinished(() => hub.stop());
    return hub;
  };
  const hubWith = (files: object, prepare: (folder: string) => void) => {
    const folder = mkdtempSync(join(tmpdir(), 'hub-https-'));
    prepare(folder);
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, 'headworks.json'), JSON.stringify({ hub: { postgres: rig.url, tls: files } }));
    const lines: string[] = [];
    return { folder, hub: hubAt(folder, '0', lines), lines };
  };
  const files = { certificate: 'hub.pem', key: 'hub.key' };

  it('is the only thing that its port speaks, by a certificate that clients check', async () => {
    const shown = await leaf();
    const { hub, lines } = hubWith(files, (folder) => write(folder, shown));
    const url = await hub.start();
    expect(url).toMatch(/^https:/);
    expect(await ask(`${url}/api/hub/health`, authority.certificate)).toMatchObject({ status: 200, body: '{"status":"ok"}' });
    const stranger = await makeAuthority('Somebody else', [], Date.now());
    await expect(ask(`${url}/api/hub/health`, stranger.certificate)).rejects.toThrow(/certificate/);
    await expect(fetch(`${url.replace('https:', 'http:')}/api/hub/health`)).rejects.toThrow();
    expect(lines.filter((line) => line.includes('plain HTTP'))).toEqual([]);
  });

  it('shows a renewed certificate within a minute, and keeps the one before where the new files do not fit each other', async () => {
    const first = await leaf();
    const { folder, hub, lines } = hubWith(files, (at) => write(at, first));
    vi.useFakeTimers({ toFake: ['setInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const url = await hub.start();
    const serial = async (): Promise<string> => (await ask(`${url}/api/hub/health`, authority.certificate)).serial;
    const before = await serial();
    const second = await leaf();
    writeFileSync(join(folder, 'hub.pem'), second.certificate);
    vi.advanceTimersByTime(2 * 60_000);
    expect(await serial()).toBe(before);
    expect(lines.filter((line) => line.includes('cannot be renewed'))).toHaveLength(1);
    write(folder, second);
    vi.advanceTimersByTime(60_000);
    expect(await serial()).not.toBe(before);
  });

  it('tells plants its self-signed certificate, and they accept no other', async () => {
    const own = await selfSigned();
    const { folder, hub } = hubWith(files, (at) => write(at, own));
    const url = await hub.start();
    const token = readFileSync(join(folder, 'keys', 'hub-owner-token'), 'utf8').trim();
    const asOwner = async (path: string, body: object = {}) =>
      JSON.parse(
        (await ask(`${url}/api/hub/admin${path}`, own.certificate, { method: 'POST', token, body: JSON.stringify(body) })).body,
      );
    const plant = await started();
    plant.sync.pair((await asOwner('/codes')).code, { share, bytesPerHour: null, by: 'admin' });
    await plant.sync.settled();
    const { site, words } = stateOf(plant);
    await asOwner(`/plants/${site}/confirm`, { words });
    await plant.round();
    expect(stateOf(plant)).toMatchObject({ lastError: null, hub: { state: 'paired' } });
    await hub.stop();
    write(folder, await selfSigned());
    const another = hubAt(folder, new URL(url).port);
    await another.start();
    await plant.round();
    expect(stateOf(plant).lastError).toMatch(/another certificate/);
  });

  it.each([
    ['a file that is not there', { certificate: 'none.pem', key: 'hub.key' }, /hub\.tls\.certificate/],
    ['a key in the place of the certificate', { certificate: 'hub.key', key: 'hub.key' }, /hub\.tls: .*certificate/],
    ['the key of another certificate', { certificate: 'hub.pem', key: 'other.key' }, /hub\.tls: key does not belong/],
  ])('is refused at the start for %s, with what is wrong', async (_name, named, reason) => {
    const [one, other] = [await leaf(), await leaf()];
    const { hub } = hubWith(named, (folder) => {
      write(folder, one);
      writeFileSync(join(folder, 'other.key'), other.key);
    });
    await expect(hub.start()).rejects.toThrow(reason);
  });
});
