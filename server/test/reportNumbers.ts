import { afterAll, beforeAll } from 'vitest';
import type { DeviceDataV2 } from '../contract/user/deviceData.ts';
import { systemClock } from '../core/clock.ts';
import { CooperativeScheduler } from '../core/cooperativeScheduler.ts';
import { dateOfDay } from '../core/shift.ts';
import { deviceData } from '../features/readings/deviceDataV2.ts';
import type { ReportServiceName, ReportType } from '../features/reports/model.ts';
import type { ReportOrder } from '../features/reports/order.ts';
import type { CollectedReport } from '../features/reports/parts.ts';
import { sourceFor } from '../historian/read/readContext.ts';
import { chooseWindow } from '../historian/read/window.ts';
import { selectUnits } from '../historian/units/selection.ts';
import { type OpenReading, openReading } from '../jobs/openReading.ts';
import { collectStored } from '../jobs/reportWork.ts';
import { madeDemo, openDemo, removeFolder } from './demoRig.ts';
import { reportOrder } from './reportOrders.ts';

export const DAYS = 4;
export const { signal } = new AbortController();
const nowMs = systemClock.now();
export let dataFolder: string;
export let open: OpenReading;
export let server: Awaited<ReturnType<typeof openDemo>>;
export let yesterday: number;
export const order = (type: ReportType, service: ReportServiceName, more: Partial<ReportOrder> = {}): ReportOrder =>
  reportOrder({ industryId: 'DEMO', type, service, template: 'v2', fromDay: yesterday, toDay: yesterday, nowMs, ...more });
export const report = (asked: ReportOrder): Promise<CollectedReport> =>
  collectStored(open, asked, { dataFolder, withSlots: true, signal });

/** What the dashboards answer for the same window. */
export const dashboard = async (
  category: string,
  type: 'DAY' | 'MONTH' | 'CUSTOM',
  from: number,
  to = from,
): Promise<DeviceDataV2> => {
  const { directory, reader, calendars } = server;
  const selection = selectUnits(directory, 'DEMO', category);
  if (!selection) throw new Error(`no category ${category}`);
  const source = sourceFor(
    { directory, reader, calendars, clock: { ...systemClock, now: () => nowMs } },
    new CooperativeScheduler(),
    'DEMO',
    signal,
  );
  const window =
    type === 'CUSTOM'
      ? chooseWindow(source.calendar, type, { date1: dateOfDay(from), date2: dateOfDay(to) })
      : chooseWindow(source.calendar, type, { date1: dateOfDay(from) });
  return deviceData({ selection, window, divisionFactor: 1000, v2: true, nowMs }, source);
};

export const openReports = (): void => {
  beforeAll(async () => {
    dataFolder = await madeDemo({ days: DAYS });
    server = await openDemo(dataFolder);
    await server.ingest.flush();
    open = openReading({ dataFolder });
    yesterday = server.calendars.of('DEMO').dayOf(nowMs) - 1;
  });
  afterAll(async () => {
    open?.sqlite.close();
    await server?.stop();
    if (dataFolder) removeFolder(dataFolder);
  });
};
