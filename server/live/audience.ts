import type { Permission } from '../contract/permissions.ts';
import type { AddressedMessage } from '../core/bus.ts';

/** Whose socket it is. */
export type LiveCaller = {
  userId: string;
  industryId: string;
  sessionId: string;
  permissions: ReadonlySet<Permission>;
  readOnly?: true;
};

/** Whether a durable message of the caller's industry is for this caller. */
export const mayReceive = (caller: LiveCaller, { audience, userId }: Pick<AddressedMessage, 'audience' | 'userId'>): boolean =>
  caller.userId === userId || caller.permissions.has(audience === 'alerts' ? 'ALERTS' : 'ACCOUNT_SETTINGS');
