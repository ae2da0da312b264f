import type { Generated } from 'kysely';

export interface SessionTable {
  id: string;
  user_id: string;
  industry_id: string;
  login_type: string;
  device_id: string | null;
  base_url: string | null;
  platform: string | null;
  panel: Generated<number>;
  /** active or INACTIVE */
  status: string;
  created_at: number;
  /** SHA-256 of the newest refresh token. */
  refresh_hash: string;
  refresh_expires_at: number;
  ended_at: number | null;
  ended_by: string | null;
}

/** Tries of one subject in one fixed window. */
export interface AttemptTable {
  scope: string;
  /** SHA-256 */
  subject: string;
  seconds: number;
  started_at: number;
  used: number;
}

export interface OtpCodeTable {
  phone_hash: string;
  /** Epoch seconds, which the client sends back as otpTimestamp. */
  issued_s: number;
  nonce: string;
  tries: Generated<number>;
  used: Generated<number>;
  expires_at: number;
}

export interface SsoIssuerTable {
  id: string;
  industry_id: string;
  name: string;
  issuer: string;
  audience: string;
  /** null: found by discovery. */
  jwks_url: string | null;
  tenant_id: string | null;
  tenant_claim: string | null;
  created_at: number;
  version: Generated<number>;
}

export interface SsoIdentityTable {
  industry_id: string;
  issuer: string;
  subject: string;
  user_id: string;
  bound_at: number;
}

export interface SsoTokenTable {
  hash: string;
  expires_at: number;
}
