import { type RolePreset, rolePreset } from '../../../server/contract/plant/accounts/people.ts';
import { words } from './words.ts';

/** Least rights first: the first is what a new person gets. */
export const roles: readonly RolePreset[] = ['viewer', 'operator', 'technician', 'manager', 'admin'];

/** A role in the person's language: a preset, one that the server gives by itself, or one of the plant's own as it is called. */
export const roleName = (role: string): string => {
  const known = rolePreset.safeParse(role);
  return known.success ? words.roles[known.data] : (words.givenRoles[role] ?? role);
};
