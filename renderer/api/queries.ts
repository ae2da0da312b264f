import { queryOptions } from '@tanstack/react-query';

import { plantHealth } from '../../server/contract/plant/state.ts';
import { deviceDataV2, deviceDataV2Body, rawDocument } from '../../server/contract/user/deviceData.ts';
import { granularUnit } from '../../server/contract/user/granular.ts';

import { toDmy } from '../text/times.ts';
import { ApiError, call } from './call.ts';
import type { Session } from './session.ts';

const minuteMs = 60_000;

export type Period = 'DAY' | 'MONTH' | 'YEAR';

type UnitWindow = { unitId: string; standardCategoryId: string; period: Period; date: string; live: boolean };

/** One unit's figures and graph over the day, the month up to or the year up to `date` (YYYY-MM-DD). */
export const unitDataQuery = (session: Session, { unitId, standardCategoryId, period, date, live }: UnitWindow) =>
  queryOptions({
    queryKey: ['unitData', unitId, standardCategoryId, period, date],
    queryFn: async ({ signal }) => {
      const query = { date1: toDmy(date), category: `ALL_CATEGORIES_V2|${standardCategoryId}`, unitId, type: period };
      const reply = deviceDataV2Body.safeParse(await session.request(deviceDataV2, { query }, signal));
      if (!reply.success) throw new ApiError({ kind: 'unreadable', http: 200, requestId: null, detail: 'documents' });
      return reply.data;
    },
    staleTime: live ? 30_000 : 10 * minuteMs,
    refetchInterval: live ? minuteMs : false,
  });

/** The 5-minute slots of a unit's main parameter on one or two days. */
export const unitSlotsQuery = (
  session: Session,
  { unitId, date, before, live }: { unitId: string; date: string; before: string; live: boolean },
) =>
  queryOptions({
    queryKey: ['unitSlots', unitId, date, before],
    queryFn: ({ signal }) =>
      session.request(granularUnit, { query: { date1: toDmy(date), date2: toDmy(before), unitId } }, signal),
    staleTime: live ? 30_000 : 10 * minuteMs,
    refetchInterval: live ? minuteMs : false,
  });

/** The stored document of a unit's day: the slots of every parameter, and the meter's events. */
export const unitDocumentQuery = (
  session: Session,
  { unitId, standardCategoryId, date, live }: { unitId: string; standardCategoryId: string; date: string; live: boolean },
) =>
  queryOptions({
    queryKey: ['unitDocument', unitId, standardCategoryId, date],
    queryFn: async ({ signal }) => {
      const query = {
        date1: toDmy(date),
        category: `ALL_CATEGORIES_V2|${standardCategoryId}`,
        unitId,
        type: 'DAY' as const,
        formattedOutput: 'false',
      };
      const reply = rawDocument.array().safeParse(await session.request(deviceDataV2, { query }, signal));
      return (reply.success ? reply.data.find((document) => document.unitId === unitId) : undefined) ?? null;
    },
    staleTime: live ? 30_000 : 10 * minuteMs,
    refetchInterval: live ? minuteMs : false,
  });

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
