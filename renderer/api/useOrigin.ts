import { useEffect, useState } from 'react';
import { originForOthers } from './desktop.ts';

/** `originForOthers`, asked once. */
export const useOrigin = (): string => {
  const [origin, setOrigin] = useState(location.origin);
  useEffect(() => {
    let isGone = false;
    originForOthers().then(
      (found) => isGone || setOrigin(found),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, []);
  return origin;
};
