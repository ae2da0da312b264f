import { z } from 'zod';
import { rolePreset } from '../../contract/plant/accounts/people.ts';
import type { HubPeople } from './people.ts';
import type { PeopleStore } from './peopleStore.ts';

/** No slash: after it a username names a plant. */
const username = z.string().regex(/^[^\s/]{1,100}$/, 'must be 1 to 100 characters without spaces and slashes');
const name = z.string().min(1).max(200);
const password = z.string().min(1).max(1024);

export const newPerson = z.strictObject({ username, name, password, isOwner: z.boolean().default(false) });
export const personChange = z.strictObject({
  name: name.optional(),
  password: password.optional(),
  isOwner: z.boolean().optional(),
  disabled: z.boolean().optional(),
});
export const newGrant = z.strictObject({ username, site: z.uuid(), industryId: z.string().min(1), role: rolePreset });
export const oldGrant = newGrant.omit({ role: true });

/** All user accounts with their access to plants. */
export const shownPeople = async (store: PeopleStore): Promise<object[]> => {
  const grants = Map.groupBy(await store.allGrants(), ({ userId }) => userId);
  return (await store.all()).map(({ userId, username: who, name: called, isOwner, disabled }) => ({
    ...{ username: who, name: called, isOwner, disabled },
    grants: (grants.get(userId) ?? []).map(({ site, plantName, industryId, role }) => ({ site, plantName, industryId, role })),
  }));
};

export type HubPeopleParts = { people: HubPeople; peopleStore: PeopleStore };
