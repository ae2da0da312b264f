import type { Permission } from '../../../server/contract/permissions.ts';
import { useProfile } from '../../state/services.ts';
import { text } from '../../text/words.ts';

/** Those of the rights that the person before the page does not hold, by name: nobody gives them, or changes who holds them. */
export const useLacking = (rights: readonly Permission[]): string | null => {
  const { permissions } = useProfile();
  const lacking = rights.filter((one) => !permissions.includes(one));
  return lacking.length === 0 ? null : lacking.map((one) => text.rights[one]).join(', ');
};
