import { createHash, X509Certificate } from 'node:crypto';
import {
  adoptCertificate,
  readAuthority,
  readPlantAddress,
  readTls,
  releaseCertificate,
  renewCertificate,
  type TlsState,
} from '../../contract/plant/tls.ts';
import type { Clock } from '../../core/clock.ts';
import { Failure } from '../../core/fail.ts';
import { DAY_MS, iso } from '../../core/time.ts';
import { file, type Route, route } from '../../http/route.ts';
import type { PlantTls } from '../../http/tls/plantTls.ts';

export type NetworkParts = {
  /** Absent where HTTPS is off. */
  tls: PlantTls | undefined;
  /** Where HTTPS is served; null while it is not. */
  tlsPort(): number | null;
  /** Whether other machines reach the server in clear. */
  httpOnNetwork: boolean;
  /** Where other machines find it, as host:port; none while only this one is served. */
  addresses(): readonly string[];
  /** What the owner calls it; absent where they say nothing. */
  publicUrl: string | undefined;
  firewall(): Promise<TlsState['reach']['firewall']>;
  clients(): TlsState['reach']['clients'];
  clock: Clock;
};

const WARN_DAYS = 30;
const MOST_CLIENTS = 100;

/** DNS and IP names of a subjectAltName as node prints it. */
const hostsOf = ({ subjectAltName = '' }: X509Certificate): string[] =>
  subjectAltName.split(', ').map((name) => name.slice(name.indexOf(':') + 1));
const timeOf = (text: string): string => iso(Date.parse(text));
/** SHA-256 of a certificate's public key, base64url. */
export const pinOf = ({ publicKey }: X509Certificate): string =>
  createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64url');

const findingsOf = ({ tls, tlsPort, httpOnNetwork, clock }: NetworkParts): TlsState['findings'] => {
  const findings: TlsState['findings'] = [];
  if (!tls) findings.push({ code: 'off', message: 'HTTPS is off: everything travels in clear' });
  else if (tlsPort() === null)
    findings.push({ code: 'portClosed', message: 'The port of HTTPS could not be opened: see the log' });
  if (httpOnNetwork)
    findings.push({
      code: 'httpOpen',
      message:
        'Other machines may still use HTTP, where passwords and tokens can be read: set tls.http to loopback once all use HTTPS',
    });
  if (!tls) return findings;
  const unsigned = tls.unsigned;
  if (!tls.isOwn && unsigned.length > 0)
    findings.push({
      code: 'hostUnsigned',
      message: `The plant’s authority may not sign for ${unsigned.join(', ')}: make a new authority, or bring a certificate`,
    });
  const until = Date.parse(new X509Certificate(tls.served.certificate).validTo);
  if (tls.isOwn && until - clock.now() < WARN_DAYS * DAY_MS)
    findings.push({ code: 'expiresSoon', message: `The certificate ends on ${iso(until)}: bring a new one` });
  return findings;
};

const stateOf = async (parts: NetworkParts): Promise<TlsState> => {
  const { tls, tlsPort, httpOnNetwork } = parts;
  const served = tls && new X509Certificate(tls.served.certificate);
  const authority = tls && new X509Certificate(tls.authority);
  return {
    enabled: tls !== undefined,
    port: tlsPort(),
    http: httpOnNetwork ? 'network' : 'loopback',
    certificate: served
      ? {
          source: tls.isOwn ? 'own' : 'plant',
          hosts: hostsOf(served),
          validFrom: timeOf(served.validFrom),
          validUntil: timeOf(served.validTo),
          fingerprint: served.fingerprint256,
        }
      : null,
    authority: authority
      ? { fingerprint: authority.fingerprint256, pin: pinOf(authority), validUntil: timeOf(authority.validTo) }
      : null,
    reach: {
      addresses: [...parts.addresses()],
      firewall: await parts.firewall(),
      clients: parts
        .clients()
        .toSorted((a, b) => b.connections - a.connections)
        .slice(0, MOST_CLIENTS),
    },
    findings: findingsOf(parts),
  };
};

/** The origin that a link to this server begins with. */
export const plantAddress = ({ publicUrl, addresses }: Pick<NetworkParts, 'publicUrl' | 'addresses'>): string | null => {
  if (publicUrl !== undefined) return new URL(publicUrl).origin;
  const [first] = addresses();
  return first === undefined ? null : new URL(`https://${first}`).origin;
};

/** How the server is reached: TLS and its certificates. */
export const networkRoutes = (parts: NetworkParts): Route[] => {
  const required = (): PlantTls => {
    if (!parts.tls) throw new Failure('conflict', 'HTTPS is off: set tls.enabled in headworks.json and start the server again');
    return parts.tls;
  };
  return [
    route(readTls)(() => stateOf(parts)),
    route(readPlantAddress)(() => ({ url: plantAddress(parts) })),
    route(readAuthority)(() => {
      if (!parts.tls) throw new Failure('notFound', 'HTTPS is off');
      return file({ body: parts.tls.authority, contentType: 'application/x-x509-ca-cert', fileName: 'headworks-authority.crt' });
    }),
    route(adoptCertificate)(async ({ body }, { audited, begin }) => {
      const tls = required();
      begin();
      tls.adopt(body.certificate, body.key);
      const state = await stateOf(parts);
      audited({ subject: 'own', after: state.certificate });
      return state;
    }),
    route(releaseCertificate)(async (_, { audited, begin }) => {
      const tls = required();
      begin();
      tls.release();
      audited({ subject: 'plant', after: (await stateOf(parts)).certificate });
      return { status: 'success', message: 'The plant’s own certificate is served' };
    }),
    route(renewCertificate)(async ({ body }, { audited, begin }) => {
      const tls = required();
      begin();
      await tls.renew(body.authority);
      const state = await stateOf(parts);
      audited({ subject: body.authority ? 'authority' : 'server', after: { ...state.certificate, authority: state.authority } });
      return state;
    }),
  ];
};
