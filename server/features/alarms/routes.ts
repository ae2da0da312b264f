import { postAlert } from '../../contract/user/alerts.ts';
import { addAssignee, registerPush, removeAssignee, resolveNotification, updateRead } from '../../contract/user/notifications.ts';
import { Failure } from '../../core/fail.ts';
import { type Route, route } from '../../http/route.ts';
import { alarmActionRoutes } from './alarmActionRoutes.ts';
import { type PlantAlarmParts, plantAlarmRoutes } from './alarmRoutes.ts';
import { alertReadRoutes } from './alertReadRoutes.ts';
import type { AlertReadParts } from './allIndustries.ts';
import type { AlarmService } from './lifecycle/alarmService.ts';

export type AlertRouteParts = PlantAlarmParts & AlertReadParts;

/** What people do about alerts and notifications in the User API. */
const alertActionRoutes = (service: AlarmService): Route[] => [
  route(postAlert)(async ({ headers, body }, { caller, audited }) => {
    const target = caller.internal ? headers.targetIndustryId : undefined;
    const record = await service.post(target ?? caller.industryId, body);
    audited({ subject: record.id, after: body });
    return { status: 'success', message: 'Alert processed successfully', notificationId: record.id, count: record.count };
  }),
  route(registerPush)(async ({ headers, body }, { caller, audited }) => {
    if (!body.fcmToken?.trim()) throw new Failure('parameter', 'fcmToken missing');
    await service.keepPushToken(caller, headers['X-Device-Id'], body.fcmToken.trim());
    audited({ subject: headers['X-Device-Id'] });
    return { message: 'User registered successfully', status: 'success' };
  }),
  route(updateRead)(async ({ body }, { caller, audited }) => {
    const ids = body.notifications.map(({ id }) => id);
    await service.acknowledgeAll(caller, ids);
    for (const id of ids) audited({ subject: id });
    return { message: 'notifications updated successfully', status: 'success' };
  }),
  route(addAssignee)(async ({ body }, { caller, audited }) => {
    await service.assign(caller, body.notificationId, body.assigneeId);
    audited({ subject: body.notificationId, after: body.assigneeId });
    return { message: 'Assignee added successfully', status: 'success' };
  }),
  route(removeAssignee)(async ({ body }, { caller, audited }) => {
    await service.unassign(caller, body.notificationId, body.assigneeId);
    audited({ subject: body.notificationId, before: body.assigneeId });
    return { message: 'Assignee deleted successfully', status: 'success' };
  }),
  route(resolveNotification)(async ({ body }, { caller, audited }) => {
    await service.resolve(caller, body.notificationId, body.assigneeId);
    audited({ subject: body.notificationId });
    return { message: 'notifications marked as resolved successfully', status: 'success' };
  }),
];

/** Alerts and notifications of the User API, and the plant's own alarm list. */
export const alertRoutes = (parts: AlertRouteParts): Route[] => [
  ...plantAlarmRoutes(parts),
  ...alarmActionRoutes(parts.service),
  ...alertReadRoutes(parts),
  ...alertActionRoutes(parts.service),
];
