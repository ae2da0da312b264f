import type { Permission } from '../contract/permissions.ts';

/** Who is calling, from the session index and not from the token's claims. */
export type Caller = {
  userId: string;
  username: string;
  industryId: string;
  /** Differs from `industryId` for an internal user who acts on another industry. */
  homeIndustryId: string;
  role: string;
  permissions: ReadonlySet<Permission>;
  sessionId: string;
  loginType: string;
  internal: boolean;
  /** A wall display: it changes nothing. */
  readOnly?: true;
};
