import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { isoTime, ok } from '../model/common.ts';

const site = { base: 'plant', auth: 'access', permission: 'SYSTEM', limit: 'default' } as const;

const findingCodes = ['off', 'portClosed', 'httpOpen', 'hostUnsigned', 'expiresSoon'] as const;

const tlsState = z
  .object({
    enabled: z.boolean(),
    port: z.number().int().nullable().meta({ description: 'where HTTPS is served now; null where it is not' }),
    http: z
      .enum(['network', 'loopback'])
      .meta({ description: 'who reaches the server in clear: everybody, or this machine alone' }),
    certificate: z
      .object({
        source: z.enum(['plant', 'own']).meta({ description: 'signed by the plant’s own authority, or brought by the owner' }),
        hosts: z.array(z.string()).meta({ description: 'names and addresses that it is valid for' }),
        validFrom: isoTime.meta({ description: 'not valid before' }),
        validUntil: isoTime.meta({ description: 'not valid after; the plant’s own is renewed long before' }),
        fingerprint: z.string().meta({ description: 'SHA-256, as browsers show it' }),
      })
      .nullable()
      .meta({ description: 'what the server shows to its clients; null where HTTPS is off' }),
    authority: z
      .object({
        fingerprint: z.string().meta({ description: 'SHA-256, as browsers show it; compare it when you trust the authority' }),
        pin: z.string().meta({ description: 'SHA-256 of the public key, base64url, by which phones pin it' }),
        validUntil: isoTime.meta({ description: 'when every client has to trust a new one' }),
      })
      .nullable()
      .meta({ description: 'the plant’s own certificate authority; null where HTTPS is off' }),
    reach: z
      .object({
        addresses: z
          .array(z.string())
          .meta({ description: 'host:port of HTTPS for phones and other PCs; none where only this machine is served' }),
        firewall: z
          .object({
            program: z
              .enum(['firewalld', 'ufw', 'nftables', 'windows'])
              .nullable()
              .meta({ description: 'what filters on this machine; null where nothing answered' }),
            state: z.enum(['open', 'closed', 'off', 'notKnown']).meta({
              description:
                'whether it lets others to the port; notKnown where it may not be asked, or has rules that are not simple',
            }),
          })
          .meta({ description: 'as it was asked, without changing it, within the last minute' }),
        clients: z
          .array(z.object({ address: z.string(), connections: z.number().int() }))
          .meta({ description: 'who is connected over HTTPS now, the busiest first, 100 at most' }),
      })
      .meta({ description: 'whether other machines get here, and who does' }),
    findings: z
      .array(z.object({ code: z.enum(findingCodes), message: z.string() }))
      .meta({ description: 'what keeps traffic from being private' }),
  })
  .meta({ id: 'TlsState' });
export type TlsState = z.infer<typeof tlsState>;

export const readTls = endpoint({
  ...site,
  method: 'get',
  path: '/tls',
  summary: 'How the server is reached over TLS, and what its clients see in clear',
  faults: [],
  reply: tlsState,
});

export const readPlantAddress = endpoint({
  base: 'plant',
  auth: 'access',
  limit: 'default',
  method: 'get',
  path: '/tls/address',
  summary: 'The address under which others open this server, for links that are handed over',
  description: 'Whoever came by an address of the server’s own PC learns here which one other devices have.',
  faults: [],
  reply: z
    .object({
      url: z
        .string()
        .nullable()
        .meta({ description: 'publicUrl of headworks.json, else the best HTTPS address; null where only this PC is served' }),
    })
    .meta({ id: 'PlantAddress' }),
});

export const readAuthority = endpoint({
  base: 'plant',
  auth: 'none',
  limit: 'default',
  method: 'get',
  path: '/tls/authority',
  summary: 'The certificate of the plant’s authority, for a client that shall trust this server',
  description: 'It holds no secret. Fetched in clear it could be anybody’s: compare the fingerprint with the one on the panel.',
  faults: ['notFound'],
  media: ['application/x-x509-ca-cert'],
  reply: z.unknown().meta({ type: 'string', format: 'binary' }),
});

const changed = { ...site, confirm: 'always', faults: ['schema', 'badRequest', 'conflict'], reply: tlsState } as const;

export const adoptCertificate = endpoint({
  ...changed,
  method: 'put',
  path: '/tls/certificate',
  summary: 'Serves a certificate of one’s own in place of the plant’s',
  description:
    'Refused (400) when the key belongs to another certificate, it is not valid now or names no host. New connections see it at once.',
  audit: 'tls.certificate',
  body: z.object({
    certificate: z.string().min(1).max(65_536).meta({ description: 'PEM: the server’s certificate first, then its chain' }),
    key: z.string().min(1).max(16_384).meta({ description: 'PEM, not encrypted; it is stored and never answered' }),
  }),
});

export const releaseCertificate = endpoint({
  ...site,
  confirm: 'always',
  method: 'delete',
  path: '/tls/certificate',
  summary: 'Goes back from one’s own certificate to the plant’s',
  faults: ['conflict'],
  audit: 'tls.certificate',
  reply: ok,
});

export const renewCertificate = endpoint({
  ...changed,
  method: 'post',
  path: '/tls/renew',
  summary: 'Makes a new certificate now, of a new authority where that is asked for',
  description: 'A new authority has to be trusted by every client anew; phones have to be paired again.',
  audit: 'tls.renew',
  body: z.object({
    authority: z.boolean().default(false).meta({ description: 'make a new authority too' }),
  }),
});

export const plantTlsEndpoints = [
  readTls,
  readPlantAddress,
  readAuthority,
  adoptCertificate,
  releaseCertificate,
  renewCertificate,
] as const;
