import { acknowledgeAlarm, commentAlarm, declareMaintenance, shelveAlarm, unshelveAlarm } from '../../contract/plant/alarms.ts';
import { type Route, route } from '../../http/route.ts';
import type { AlarmService } from './lifecycle/alarmService.ts';

const ok = (message: string) => ({ status: 'success' as const, message });

/** What people do with alarms in the control room. */
export const alarmActionRoutes = (service: AlarmService): Route[] => [
  route(acknowledgeAlarm)(async ({ params }, { caller, audited }) => {
    await service.acknowledgeAll(caller, [params.id]);
    audited({ subject: params.id });
    return ok('acknowledged');
  }),
  route(shelveAlarm)(async ({ params, body }, { caller, audited }) => {
    await service.shelve(caller, params.id, body.minutes, body.reason);
    audited({ subject: params.id, after: body });
    return ok(`shelved for ${body.minutes} minutes`);
  }),
  route(unshelveAlarm)(async ({ params }, { caller, audited }) => {
    await service.unshelve(caller, params.id);
    audited({ subject: params.id });
    return ok('no longer shelved');
  }),
  route(declareMaintenance)(async ({ body }, { caller, audited }) => {
    const { unitId, minutes, reason } = body;
    await service.maintain(caller, unitId, minutes, reason);
    audited({ subject: unitId, after: { minutes, reason } });
    return ok(minutes === 0 ? 'maintenance ended' : `in maintenance for ${minutes} minutes`);
  }),
  route(commentAlarm)(async ({ params, body }, { caller, audited }) => {
    await service.comment(caller, params.id, body.text);
    audited({ subject: params.id });
    return ok('noted');
  }),
];
