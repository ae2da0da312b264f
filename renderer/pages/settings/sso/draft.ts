import type { z } from 'zod';
import type { listSsoIssuers, SsoIssuerSpec } from '../../../../server/contract/plant/accounts/sso.ts';

export type Issuer = z.output<typeof listSsoIssuers.reply>['issuers'][number];

/** An identity provider as it is typed. */
export type IssuerDraft = Record<keyof SsoIssuerSpec, string | undefined>;

/** Empty where it is a new one. */
export const draftOf = (issuer: Issuer | undefined): IssuerDraft => ({
  name: issuer?.name ?? '',
  issuer: issuer?.issuer ?? '',
  audience: issuer?.audience ?? '',
  jwksUrl: issuer?.jwksUrl ?? '',
  tenantId: issuer?.tenantId ?? '',
  tenantClaim: issuer === undefined ? 'tid' : (issuer.tenantClaim ?? ''),
});

const orNull = (typed = ''): string | null => (typed.trim() === '' ? null : typed.trim());

export const bodyOf = ({ name, issuer, audience, jwksUrl, tenantId, tenantClaim }: IssuerDraft) => ({
  name: name ?? '',
  issuer: (issuer ?? '').trim(),
  audience: (audience ?? '').trim(),
  jwksUrl: orNull(jwksUrl),
  tenantId: orNull(tenantId),
  tenantClaim: orNull(tenantClaim),
});
