import type { Generated } from 'kysely';

/** Who comes in, and by what. */
export interface LoginTables {
  session: SessionTable;
  attempt: AttemptTable;
  otp_code: OtpCodeTable;
  sso_issuer: SsoIssuerTable;
  sso_identity: SsoIdentityTable;
  sso_token: SsoTokenTable;
  phone: PhoneTable;
  wall: WallTable;
}

interface SessionTable {
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
interface AttemptTable {
  scope: string;
  /** SHA-256 */
  subject: string;
  seconds: number;
  started_at: number;
  used: number;
}

interface OtpCodeTable {
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

interface SsoIdentityTable {
  industry_id: string;
  issuer: string;
  subject: string;
  user_id: string;
  bound_at: number;
}

interface SsoTokenTable {
  hash: string;
  expires_at: number;
}

/** A paired phone. */
interface PhoneTable {
  /** deviceId of its logins. */
  id: string;
  industry_id: string;
  name: string;
  model: string;
  /** SubjectPublicKeyInfo, DER. */
  public_key: Buffer;
  paired_at: number;
  /** Login name, kept when the person is gone. */
  paired_by: string;
  last_used_at: number | null;
  revoked_at: number | null;
}

/** A wall display that reads by a token of its own. */
interface WallTable {
  id: string;
  industry_id: string;
  name: string;
  /** SHA-256 of its token. */
  token_hash: string;
  created_at: number;
  /** Login name, kept when the person is gone. */
  created_by: string;
  last_used_at: number | null;
  revoked_at: number | null;
}
