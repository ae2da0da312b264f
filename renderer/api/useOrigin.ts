import { useEffect, useState } from 'react';
import { readTls } from '../../server/contract/plant/tls.ts';
import { useProfile, useServices } from '../state/services.ts';
import { originForOthers } from './desktop.ts';

/** `originForOthers`, asked once. */
export const useOrigin = (): string => {
  const { session } = useServices();
  const mayAsk = useProfile().permissions.includes('SYSTEM');
  const [origin, setOrigin] = useState(location.origin);
  useEffect(() => {
    let isGone = false;
    const reached = async () => (await session.request(readTls, {})).reach.addresses;
    originForOthers(mayAsk ? reached : undefined).then(
      (found) => isGone || setOrigin(found),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [session, mayAsk]);
  return origin;
};
