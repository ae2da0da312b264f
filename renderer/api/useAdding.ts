import { useState } from 'react';
import type { z } from 'zod';
import type { Endpoint, Sent } from '../../server/contract/endpoint.ts';
import { useServices } from '../state/services.ts';
import { ApiError } from './call.ts';
import { useSaving } from './useEndpoint.ts';

type Session = ReturnType<typeof useServices>['session'];

export type Adding<E extends Endpoint> = {
  /** Resolves to the reply, or to null where none came and the row was found. @throws ApiError */
  add: (sent: Sent<E>) => Promise<z.output<E['reply']> | null>;
  busy: boolean;
};

/**
 * One call that adds a row, which a second one would add again: where no answer says whether it did, it stays busy until the row was looked for.
 * Not found is not known: the call may still be under way.
 */
export const useAdding = <E extends Endpoint>(
  row: E,
  isThere: (session: Session, sent: Sent<E>) => Promise<boolean>,
): Adding<E> => {
  const { session } = useServices();
  const sending = useSaving(row);
  const [isLooking, setLooking] = useState(false);
  const add = async (sent: Sent<E>) => {
    try {
      return await sending.send(sent);
    } catch (error) {
      if (!(error instanceof ApiError) || !error.mayBeDone) throw error;
      setLooking(true);
      const found = await isThere(session, sent).catch(() => false);
      setLooking(false);
      if (!found) throw error;
      return null;
    }
  };
  return { add, busy: sending.busy || isLooking };
};
