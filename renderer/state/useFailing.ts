import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { passes } from '../api/queryClient.ts';

/** How many calls of what is shown now are refused or fail, and are tried again: whatever a page makes of it, the frame says so. */
export const useFailing = (): number => {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache]);
  return useSyncExternalStore(
    subscribe,
    () => cache.findAll({ type: 'active' }).filter(({ state }) => passes(state.fetchFailureReason ?? state.error)).length,
  );
};
