import { useRef } from 'react';
import { createWall } from '../../server/contract/plant/walls.ts';
import { ApiError } from './call.ts';
import { newId } from './newId.ts';
import { useSaving } from './useEndpoint.ts';

/** Makes a wall display; asked again for the same name after a lost answer, it is the same one. */
export const useNewWall = () => {
  const { send, busy } = useSaving(createWall);
  const asked = useRef<{ id: string; name: string } | null>(null);
  const forget = () => {
    asked.current = null;
  };
  const make = async (name: string) => {
    const body = asked.current?.name === name ? asked.current : { id: newId(), name };
    asked.current = body;
    try {
      const made = await send({ body });
      forget();
      return made;
    } catch (error) {
      if (!(error instanceof ApiError) || !error.mayBeDone) forget();
      throw error;
    }
  };
  return { make, forget, busy };
};
