import { createPrivateKey, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { Failure, messageOf } from '../../core/fail.ts';

const refusal = (path: 'certificate' | 'key', message: string, cause?: unknown): Failure =>
  new Failure('badRequest', message, { errors: [{ path, message }], cause });

const readLeaf = (certificate: string): X509Certificate => {
  try {
    return new X509Certificate(certificate);
  } catch (error) {
    throw refusal('certificate', 'certificate is not a PEM certificate', error);
  }
};

const belongs = (leaf: X509Certificate, certificate: string, key: string): boolean => {
  try {
    if (!leaf.checkPrivateKey(createPrivateKey(key))) return false;
    createSecureContext({ cert: certificate, key });
    return true;
  } catch (error) {
    throw refusal('key', `key or chain cannot be used: ${messageOf(error)}`, error);
  }
};

/** @throws Failure `badRequest` for a certificate that cannot be served: not readable, key of another, not valid now, without hosts. */
export const refuseUnservable = (certificate: string, key: string, nowMs: number): void => {
  const leaf = readLeaf(certificate);
  if (!belongs(leaf, certificate, key)) throw refusal('key', 'key does not belong to the certificate');
  if (Date.parse(leaf.validTo) <= nowMs) throw refusal('certificate', 'certificate has expired');
  if (Date.parse(leaf.validFrom) > nowMs) throw refusal('certificate', 'certificate is not valid yet');
  if (!leaf.subjectAltName) throw refusal('certificate', 'certificate names no host (subjectAltName)');
};
