import { DAY_MS } from '../../core/time.ts';
import 'reflect-metadata';
import { randomBytes, webcrypto } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import { AsnSerializer } from '@peculiar/asn1-schema';
import { GeneralName, GeneralSubtree, GeneralSubtrees, NameConstraints } from '@peculiar/asn1-x509';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  X509Certificate as Certificate,
  cryptoProvider,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { LOCAL_NAMES, PRIVATE_NETWORKS } from './localHosts.ts';

/** A certificate with its key, both as PEM. */
export type KeyedCertificate = { certificate: string; key: string };

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const AUTHORITY_DAYS = 3650;
/** Browsers take no certificate of a server that lives longer than 397 days. */
const LEAF_DAYS = 396;
/** Clocks of phones may be a little behind. */
const BACKDATED_MS = DAY_MS;
const NAME_CONSTRAINTS = '2.5.29.30';

const subtree = (name: ConstructorParameters<typeof GeneralName>[0]): GeneralSubtree =>
  new GeneralSubtree({ base: new GeneralName(name) });
/** What the authority may sign for: names of the plant's own network and its private addresses, and nothing on the internet. */
const constraints = (names: readonly string[]): Extension => {
  const subtrees = [
    ...[...new Set([...LOCAL_NAMES, ...names])].map((name) => subtree({ dNSName: name })),
    ...PRIVATE_NETWORKS.map((iPAddress) => subtree({ iPAddress })),
  ];
  const value = new NameConstraints({ permittedSubtrees: new GeneralSubtrees(subtrees) });
  return new Extension(NAME_CONSTRAINTS, true, AsnSerializer.serialize(value));
};

const pem = (label: string, bytes: ArrayBuffer): string =>
  `-----BEGIN ${label}-----\n${(
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  ).join('\n')}\n-----END ${label}-----\n`;

type Pair = { publicKey: webcrypto.CryptoKey; privateKey: webcrypto.CryptoKey };
const newPair = (): Promise<Pair> => webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
const keyPem = async ({ privateKey }: Pair): Promise<string> =>
  pem('PRIVATE KEY', await webcrypto.subtle.exportKey('pkcs8', privateKey));
/** A positive number of 16 octets. */
const serial = (): string => {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes.toString('hex');
};

/**
 * The plant's own certificate authority, for ten years.
 * @param names host names besides those of local networks that it may sign for.
 */
export const makeAuthority = async (plant: string, names: readonly string[], nowMs: number): Promise<KeyedCertificate> => {
  cryptoProvider.set(webcrypto);
  const keys = await newPair();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: serial(),
    name: [{ CN: [`Headworks ${plant}`.slice(0, 64)] }, { O: ['Headworks plant authority'] }],
    notBefore: new Date(nowMs - BACKDATED_MS),
    notAfter: new Date(nowMs + AUTHORITY_DAYS * DAY_MS),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      constraints(names),
    ],
  });
  return { certificate: `${certificate.toString('pem')}\n`, key: await keyPem(keys) };
};

/** The server's certificate for its names and addresses, signed by the authority, for 396 days. */
export const makeLeaf = async (
  authority: KeyedCertificate,
  hosts: readonly string[],
  nowMs: number,
  lifeDays = LEAF_DAYS,
): Promise<KeyedCertificate> => {
  cryptoProvider.set(webcrypto);
  const keys = await newPair();
  const issuer = new Certificate(authority.certificate);
  const body = Buffer.from(authority.key.replaceAll(/-----[A-Z ]+-----/g, ''), 'base64');
  const signingKey = await webcrypto.subtle.importKey('pkcs8', body, ALGORITHM, false, ['sign']);
  const certificate = await X509CertificateGenerator.create({
    serialNumber: serial(),
    subject: [{ CN: ['Headworks server'] }],
    issuer: issuer.subject,
    notBefore: new Date(nowMs - BACKDATED_MS),
    notAfter: new Date(Math.min(nowMs + lifeDays * DAY_MS, issuer.notAfter.getTime())),
    signingAlgorithm: ALGORITHM,
    signingKey,
    publicKey: keys.publicKey,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      await AuthorityKeyIdentifierExtension.create(issuer.publicKey),
      new SubjectAlternativeNameExtension(
        hosts.map((host) => ({ type: isIPv4(host) || isIPv6(host) ? ('ip' as const) : ('dns' as const), value: host })),
      ),
    ],
  });
  return { certificate: `${certificate.toString('pem')}\n`, key: await keyPem(keys) };
};
