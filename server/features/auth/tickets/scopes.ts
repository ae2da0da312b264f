import type { TokenScope } from '../../../contract/endpoint.ts';
import type { Permission } from '../../../contract/permissions.ts';
import type { Caller } from '../../../core/caller.ts';

/** What a token of one purpose may carry of its user's permissions. */
const scopePermissions: Record<TokenScope, readonly Permission[]> = { executiveSummary: ['EXECUTIVE_SUMMARY'] };

/** Of what a user may do the part that a purpose needs. */
export const scopedPermissions = (scope: TokenScope, held: ReadonlySet<Permission>): Permission[] =>
  scopePermissions[scope].filter((one) => held.has(one));

/** What the user may do now, and no more than the token was made for. */
export const scopedCaller = (caller: Caller, scope: TokenScope): Caller => ({
  ...caller,
  permissions: new Set(scopedPermissions(scope, caller.permissions)),
});
