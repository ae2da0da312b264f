import { type Asker, askers } from '../policyRig.ts';

/** Let in, or refused with this service code. */
export type Verdict = 'in' | 401 | 420 | 422 | 1405;
export type Policy = Readonly<Record<Asker, Verdict>>;

export const everybody = Object.fromEntries(askers.map((asker) => [asker, 'in'])) as Policy;
export const loggedIn: Policy = { ...everybody, disabled: 420, none: 401, expired: 420, refresh: 401 };
/** Those who hold a permission; other users are refused for want of it. */
export const only = (...holders: readonly Asker[]): Policy => ({
  ...(Object.fromEntries(askers.map((asker) => [asker, holders.includes(asker) ? 'in' : 401])) as Policy),
  disabled: 420,
  expired: 420,
});
export const commissioners = only('admin', 'technician', 'north', 'staff');
export const settingsAdmins = only('admin', 'north', 'staff');
/** The whole log belongs to the owner of the site, and to nobody else's admins. */
export const owner = only('admin', 'staff');
export const refreshers: Policy = {
  ...(Object.fromEntries(askers.map((asker) => [asker, 422])) as Policy),
  disabled: 422,
  none: 401,
  expired: 422,
  refresh: 'in',
};
