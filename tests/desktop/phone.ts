/** A phone in a few lines: it reads the code off the screen, checks whom it talks to, and asks to be taken in. By the words of the API's document. */
import { createHash, createHmac, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { request } from 'node:https';
import type { TLSSocket } from 'node:tls';
import jsqr from 'jsqr';
import { PNG } from 'pngjs';

export const readCode = (screenshot: Buffer): string | undefined => {
  const { data, width, height } = PNG.sync.read(screenshot);
  return jsqr.default(new Uint8ClampedArray(data), width, height)?.data;
};

const pinOf = (der: Buffer): string =>
  createHash('sha256')
    .update(new X509Certificate(der).publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64url');

/** Pins of the chain that a server shows, from its own certificate up. */
const pinsOf = (socket: TLSSocket): string[] => {
  const pins: string[] = [];
  let certificate = socket.getPeerCertificate(true);
  while (certificate?.raw && !pins.includes(pinOf(certificate.raw))) {
    pins.push(pinOf(certificate.raw));
    certificate = certificate.issuerCertificate;
  }
  return pins;
};

/** Asks to be taken in, at the address of the code. @returns what the phone shows, and the server's answer once a person has decided */
export const claimWith = (qr: string): { comparison: string; answer: Promise<{ state: string; deviceId?: string }> } => {
  const { searchParams } = new URL(qr);
  const [k, i, c, h] = ['k', 'i', 'c', 'h'].map((name) => searchParams.get(name) ?? '') as [string, string, string, string];
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'der' });
  const codeHash = createHash('sha256').update(Buffer.from(c, 'base64url')).digest();
  const pin = Buffer.from(k, 'base64url');
  const digest = createHash('sha256').update(pin).update(key).update(codeHash).digest('hex');
  const proof = createHmac('sha256', codeHash).update(key).update(pin).digest('base64url');
  const body = JSON.stringify({ pairing: i, proof, publicKey: key.toString('base64url'), model: 'Scripted phone' });
  const answer = new Promise<{ state: string }>((done, failed) => {
    const asking = request(
      `https://${h}/api/plant/phone-claims`,
      { method: 'POST', rejectUnauthorized: false, headers: { 'content-type': 'application/json' } },
      (reply) => {
        let text = '';
        reply.on('data', (part) => {
          text += part;
        });
        reply.on('end', () => done(JSON.parse(text)));
      },
    );
    asking.on('error', failed);
    asking.on('socket', (socket) =>
      socket.once('secureConnect', () => {
        // nothing is said to a server whose chain does not hold what the code pinned
        if (pinsOf(socket as TLSSocket).includes(k)) asking.end(body);
        else asking.destroy(new Error('another server'));
      }),
    );
  });
  return { comparison: String(Number.parseInt(digest.slice(0, 5), 16) % 1_000_000).padStart(6, '0'), answer };
};
