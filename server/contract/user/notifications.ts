import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { dmy, dmyText, wholeNumber } from '../model/common.ts';
import { alertItem } from './alerts.ts';

const shared = { base: 'user', auth: 'access', limit: 'default', faults: ['parameter'] } as const;

const notification = z
  .object({
    id: z.string(),
    unitId: z.string(),
    title: z.string(),
    body: z.string(),
    date: dmyText,
    time: z.string().meta({ description: 'HH:MM AM/PM in the plant’s zone' }),
    subTitle: z.string(),
    subCategoryId: z.string(),
    date_key: z.string().meta({ description: 'day_month_year without leading zeros' }),
    type: z.string().meta({ description: 'the AlertCategoryType, the same as meta.alertType' }),
    alertType: z.string().meta({ description: 'type of the alert as it was posted, or of the rule that raised it' }),
    isRead: z.boolean().meta({ description: 'acknowledged, by anybody' }),
    standardCategoryId: z.string(),
    categoryId: z.string(),
    assignees: z.array(z.string()),
    meta: alertItem.shape.meta,
    resolved: z.boolean(),
    action: z.string().meta({ description: 'what to do' }),
    priority: z.number().int(),
    active: z.boolean(),
    count: z.number().int(),
  })
  .meta({ id: 'Notification' });
export type Notification = z.infer<typeof notification>;

const notifications = z
  .object({
    status: z.literal('success'),
    notifications: z.array(notification),
    date: z.string().meta({ description: 'now, with the offset of the plant’s zone' }),
  })
  .meta({ id: 'NotificationSuccessResponse' });

export const listNotifications = endpoint({
  ...shared,
  method: 'get',
  path: '/notification',
  summary: 'Notifications of today and some days before, newest first',
  query: z.object({ days: wholeNumber(0, 366).prefault(0) }),
  reply: notifications,
  reply201: notifications,
});

export const notificationRange = endpoint({
  ...shared,
  method: 'get',
  path: '/notificationRange',
  summary: 'Notifications of a range of shift days, newest first',
  description: 'At most 1830 days (5 years).',
  query: z.object({ startDate: dmy, endDate: dmy }),
  reply: notifications,
  reply201: notifications,
});

const done = z.object({ message: z.string(), status: z.literal('success') });

export const registerPush = endpoint({
  base: 'user',
  method: 'post',
  path: '/notification/register/fcm',
  summary: 'Keeps a phone’s push token, by device',
  auth: 'access',
  limit: 'default',
  faults: ['parameter', 'badRequest'],
  audit: 'push.register',
  headers: z.object({ 'X-Device-Id': z.string().trim().min(1).max(200) }),
  open: true,
  body: z.object({ fcmToken: z.string().max(4096).nullish() }).prefault({}),
  reply: done,
});

export const updateRead = endpoint({
  base: 'user',
  method: 'patch',
  path: '/notification/updateRead',
  summary: 'Acknowledges notifications',
  description:
    'All of them or, when one is not of the industry, none (404). `date` is DD/MM/YYYY or the date_key. ' +
    'The id alone says which notification is meant; date and type are checked for their form and not compared with it. ' +
    'Reading an alarm acknowledges it, which needs permission ALERTS; without it a caller marks general notifications that are ' +
    'assigned to them, and any other id is 401 and marks none.',
  auth: 'access',
  limit: 'priority',
  faults: ['schema', 'notFound'],
  audit: 'alarm.acknowledge',
  open: true,
  body: z.object({
    notifications: z
      .array(
        z.object({
          id: z.string().min(1).max(64),
          date: z.string().regex(/^\d{1,2}([/_])\d{1,2}\1\d{4}$/, 'must be DD/MM/YYYY or day_month_year'),
          type: z.string().min(1).max(100),
        }),
      )
      .min(1)
      .max(500),
  }),
  reply: done,
});

const assignment = {
  base: 'user',
  path: '/notification/assignee',
  auth: 'access',
  permission: 'ALERTS',
  limit: 'default',
  faults: ['schema', 'notFound'],
  open: true,
  body: z.object({ notificationId: z.string().min(1).max(64), assigneeId: z.string().min(1).max(64) }),
  reply: done,
} as const;

export const addAssignee = endpoint({
  ...assignment,
  method: 'post',
  summary: 'Assigns a notification to somebody, and notifies the admin dashboard',
  audit: 'alarm.assign',
});
export const removeAssignee = endpoint({
  ...assignment,
  method: 'delete',
  summary: 'Takes a notification from somebody',
  audit: 'alarm.unassign',
});
export const resolveNotification = endpoint({
  ...assignment,
  method: 'patch',
  summary: 'Closes a notification',
  audit: 'alarm.resolve',
});

export const notificationEndpoints = [
  listNotifications,
  notificationRange,
  registerPush,
  updateRead,
  addAssignee,
  removeAssignee,
  resolveNotification,
] as const;
