import { queryOptions } from '@tanstack/react-query';

import { plantHealth } from '../../server/contract/plant/state.ts';
import { deviceDataV2, deviceDataV2Body } from '../../server/contract/user/deviceData.ts';

import { toDmy } from '../text/times.ts';
import { ApiError, call } from './call.ts';
import type { Session } from './session.ts';

const minuteMs = 60_000;

/** One category's hours of a day, all units together. */
export const categoryDayQuery = (session: Session, { category, date, live }: { category: string; date: string; live: boolean }) =>
  queryOptions({
    queryKey: ['categoryDay', category, date],
    queryFn: async ({ signal }) => {
      const query = { date1: toDmy(date), category: `ALL_CATEGORIES_V2|${category}`, type: 'DAY' as const };
      try {
        const reply = deviceDataV2Body.safeParse(await session.request(deviceDataV2, { query }, signal));
        return reply.success ? reply.data : null;
      } catch (error) {
        // a plant without such units has no such category
        if (error instanceof ApiError && error.code === 1401 && error.failure.kind === 'refused' && error.failure.http === 404)
          return null;
        throw error;
      }
    },
    staleTime: live ? 30_000 : 10 * minuteMs,
    refetchInterval: live ? minuteMs : false,
  });

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
