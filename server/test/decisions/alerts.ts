import { loggedIn, only, type Policy, settingsAdmins } from './policies.ts';

const alarmHands = only('admin', 'operator', 'technician', 'north', 'staff');

/** Who may do what, row by row. */
export const decisions: Readonly<Record<string, Policy>> = {
  'GET /api/user/alerts': loggedIn,
  'POST /api/user/alerts': only('admin', 'north', 'staff'),
  'GET /api/user/alerts/unitGraph': loggedIn,
  'GET /api/user/alerts/dateRange': loggedIn,
  'GET /api/user/alerts/byType': loggedIn,
  // the parameters go before the question whether it is an internal user
  'GET /api/user/alerts/allIndustries': loggedIn,
  'GET /api/user/notification': loggedIn,
  'GET /api/user/notificationRange': loggedIn,
  'POST /api/user/notification/register/fcm': loggedIn,
  // whoever lacks ALERTS is refused by the notification, not by the row
  'PATCH /api/user/notification/updateRead': loggedIn,
  'POST /api/user/notification/assignee': alarmHands,
  'DELETE /api/user/notification/assignee': alarmHands,
  'PATCH /api/user/notification/assignee': alarmHands,
  'GET /api/plant/alarms': loggedIn,
  'GET /api/plant/alarm-metrics': loggedIn,
  'GET /api/plant/alarms/{id}': loggedIn,
  'POST /api/plant/alarms/{id}/acknowledge': alarmHands,
  'POST /api/plant/alarms/{id}/shelve': alarmHands,
  'POST /api/plant/alarms/{id}/unshelve': alarmHands,
  'POST /api/plant/alarm-maintenance': alarmHands,
  'POST /api/plant/alarms/{id}/comments': alarmHands,
  'GET /api/plant/channels': settingsAdmins,
  'POST /api/plant/channels/{channel}/test': settingsAdmins,
  'GET /api/plant/deliveries': alarmHands,
};
