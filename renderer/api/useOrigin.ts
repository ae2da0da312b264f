import { useEffect, useRef, useState } from 'react';
import { readPlantAddress } from '../../server/contract/plant/tls.ts';
import { useServices } from '../state/services.ts';
import { originForOthers } from './desktop.ts';

/** `originForOthers` of this server. */
export const useAskOrigin = (): (() => Promise<string>) => {
  const { session } = useServices();
  return () => originForOthers(async () => (await session.request(readPlantAddress, {})).url);
};

/** The same, asked once. */
export const useOrigin = (): string => {
  const ask = useRef(useAskOrigin());
  const [origin, setOrigin] = useState(location.origin);
  useEffect(() => {
    let isGone = false;
    ask.current().then(
      (found) => isGone || setOrigin(found),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, []);
  return origin;
};
