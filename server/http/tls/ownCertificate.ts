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

const BEGIN = '-----BEGIN CERTIFICATE-----';
const END = '-----END CERTIFICATE-----';

/** All certificates of a file. Some clients fill a gap in a chain by themselves, and others refuse it: half a chain works in half of the plants. */
const readChain = (certificate: string): X509Certificate[] => {
  const pieces = certificate.split(END);
  const rest = (pieces.pop() ?? '').trim();
  const lastLine = rest.slice(rest.lastIndexOf('\n') + 1);
  // other things may follow, such as the key; a cut leaves a first line, or the beginning of one
  if (rest.includes(BEGIN) || (lastLine !== '' && BEGIN.startsWith(lastLine))) throw cutShort(pieces.length + 1);
  return pieces.map((piece, at) => {
    const from = piece.indexOf(BEGIN);
    if (from < 0 || piece.includes(BEGIN, from + 1)) throw cutShort(at + 1);
    try {
      return new X509Certificate(`${piece.slice(from)}${END}\n`);
    } catch (error) {
      throw cutShort(at + 1, error);
    }
  });
};

const cutShort = (number: number, cause?: unknown): Failure =>
  refusal('certificate', `the chain is cut short: its certificate ${number} is not whole`, cause);

const refuseStrangers = (chain: readonly X509Certificate[]): void => {
  for (const [at, one] of chain.entries())
    if (at > 0 && !chain.some((other) => other !== one && other.checkIssued(one)))
      throw refusal('certificate', `certificate ${at + 1} of the chain signed none of the others`);
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

/**
 * @throws Failure `badRequest` for a certificate that cannot be served: not readable, a chain cut short or of another, key of another, not valid now,
 * without hosts.
 */
export const refuseUnservable = (certificate: string, key: string, nowMs: number): void => {
  const leaf = readLeaf(certificate);
  refuseStrangers(readChain(certificate));
  if (!belongs(leaf, certificate, key)) throw refusal('key', 'key does not belong to the certificate');
  if (Date.parse(leaf.validTo) <= nowMs) throw refusal('certificate', 'certificate has expired');
  if (Date.parse(leaf.validFrom) > nowMs) throw refusal('certificate', 'certificate is not valid yet');
  if (!leaf.subjectAltName) throw refusal('certificate', 'certificate names no host (subjectAltName)');
};
