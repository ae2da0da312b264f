import { queryOptions } from '@tanstack/react-query';
import { plantHealth } from '../../server/contract/plant/state.ts';
import { call } from './call.ts';

/** Whether the server answers, asked only while the live connection does not say so. */
export const healthQuery = (asked: boolean) =>
  queryOptions({
    queryKey: ['health'],
    queryFn: ({ signal }) => call(plantHealth, {}, { signal, timeoutMs: 3000 }),
    enabled: asked,
    refetchInterval: 4000,
    gcTime: 0,
    retry: false,
  });
