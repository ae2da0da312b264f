import type { Permission } from '../../contract/permissions.ts';
import type { WriteTx } from '../../db/writer.ts';

/** `regular` logs in by password or one-time code, `sso` by the identity provider of the industry. */
export type UserKind = 'regular' | 'sso';

export type User = {
  id: string;
  industryId: string;
  username: string;
  email: string | null;
  /** Digits without country code. */
  phone: string | null;
  name: string;
  role: string;
  permissions: ReadonlySet<Permission>;
  kind: UserKind;
  active: boolean;
  disabled: boolean;
  /** Belongs to the operator of the service and may act on other industries. */
  internal: boolean;
};

export type StoredSession = {
  id: string;
  userId: string;
  industryId: string;
  loginType: string;
  deviceId: string | null;
  baseUrl: string | null;
  platform: string | null;
  panel: boolean;
  createdAtMs: number;
  refreshHash: string;
  refreshExpiresAtMs: number;
};

export type NewUser = {
  /** Where absent, the phone number or e-mail address. */
  username?: string;
  industryId: string;
  role: string;
  permissions: Iterable<Permission>;
  email?: string | null;
  phone?: string | null;
  name?: string;
  kind?: UserKind;
  active?: boolean;
  disabled?: boolean;
  internal?: boolean;
};

/** What of a user can be changed; what is absent stays. */
export type UserChange = Partial<Pick<User, 'email' | 'phone' | 'name' | 'role' | 'active' | 'disabled'>> & {
  permissions?: Iterable<Permission>;
};

/** Users to be written together; sessions of those who become inactive or disabled end with it. */
export type UserWrites = {
  add?: readonly NewUser[];
  change?: readonly { userId: string; change: UserChange }[];
};

/** Users, for features that manage them. */
export interface UserDirectory {
  /** Users of an industry as they are now, from memory, in the order in which they were added. */
  usersOf(industryId: string): User[];
  user(userId: string): User | undefined;
  /**
   * Writes users inside the caller's transaction. The function it answers shows them to the session index, closes ended sessions
   * and their sockets; call it once, after the transaction has been committed.
   * @throws Failure `conflict` for a phone number or e-mail address that another user has, `notFound` for an unknown user.
   */
  stage(tx: WriteTx, writes: UserWrites, endedBy: string): () => void;
}

/** An account that showed who it is, and the industry that it acts in. */
export type Account = {
  user: User;
  industryId: string;
  /** Hash of the password that it was shown by; a session is opened only while it is the present one. */
  passwordHash?: string;
};

/** What a client says about itself at login. */
export type ClientFacts = {
  deviceId?: string | undefined;
  baseUrl?: string | undefined;
  platform?: string | undefined;
  panel: boolean;
  /** Address under which it reached the server. */
  serverUrl: string;
  ip: string;
  requestId: string;
};
