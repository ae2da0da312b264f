import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { ok } from '../../model/common.ts';
import { whole } from '../../whole.ts';
import { changeFaults, deleteQuery, displayName, fromVersion, idPath, version } from '../row.ts';

const settings = { base: 'plant', auth: 'access', permission: 'ACCOUNT_SETTINGS', limit: 'default' } as const;

const LOOPBACK = /^http:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?(\/|$)/i;

/** Keys that come over plain HTTP could be anybody's. */
const safeUrl = z
  .url({ protocol: /^https?$/ })
  .max(1024)
  .refine((text) => !text.includes('@') && (/^https:/i.test(text) || LOOPBACK.test(text)), { error: 'must be an https address' });
const id = z.string().trim().min(1).max(256);

export const ssoIssuerSpec = z.object({
  name: displayName,
  issuer: safeUrl.meta({ description: '`iss` of the tokens, letter by letter' }),
  audience: id.meta({ description: '`aud` of the tokens: the client id at the provider' }),
  jwksUrl: safeUrl.nullable().default(null).meta({ description: 'where its keys are; null: found by discovery' }),
  tenantId: id.nullable().default(null).meta({ description: 'header tid of LoginType sso_tenant; null: sso_idtoken only' }),
  tenantClaim: id.nullable().default('tid').meta({
    description: 'claim that must hold the tenantId, where there is one; null where the issuer serves this organisation alone',
  }),
});
export type SsoIssuerSpec = z.infer<typeof ssoIssuerSpec>;

const ssoIssuerView = ssoIssuerSpec.extend({ id: z.string(), version }).meta({ id: 'SsoIssuer' });

export const listSsoIssuers = endpoint({
  ...settings,
  method: 'get',
  path: '/sso/issuers',
  summary: 'Identity providers of the own industry',
  faults: [],
  reply: z.object({ issuers: z.array(ssoIssuerView) }),
});

export const createSsoIssuer = endpoint({
  ...settings,
  confirm: 'always',
  method: 'post',
  path: '/sso/issuers',
  creates: true,
  summary: 'Adds an identity provider',
  description:
    'A tenant id belongs to one provider of one industry. An issuer that serves several industries needs tenantId and tenantClaim in each of them.',
  faults: changeFaults,
  body: ssoIssuerSpec,
  reply: ssoIssuerView,
});

export const changeSsoIssuer = endpoint({
  ...settings,
  confirm: 'always',
  method: 'put',
  path: '/sso/issuers/{id}',
  summary: 'Changes an identity provider; its keys are fetched anew',
  faults: changeFaults,
  params: idPath,
  body: whole(ssoIssuerSpec.extend(fromVersion.shape)),
  reply: ssoIssuerView,
});

export const deleteSsoIssuer = endpoint({
  ...settings,
  method: 'delete',
  path: '/sso/issuers/{id}',
  summary: 'Deletes an identity provider; nobody logs in by it any more',
  faults: ['notFound', 'conflict'],
  params: idPath,
  query: deleteQuery,
  reply: ok,
});

export const plantSsoEndpoints = [listSsoIssuers, createSsoIssuer, changeSsoIssuer, deleteSsoIssuer] as const;
