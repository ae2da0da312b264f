/** The browser test that asks the API and finds its figure on the page. */
export const compared: Readonly<Record<string, string>> = {
  'GET /waterBalance/data': 'balance.spec.ts',
  'GET /waterBalance/graphEditor': 'balance.spec.ts',
  'GET /scada/graphEditor': 'diagram.spec.ts',
  'GET /scada/data': 'diagram.spec.ts',
  'GET /neutrality': 'waterPages.spec.ts',
  'GET /rainfall/trend': 'waterPages.spec.ts',
  'GET /rainfall/efficiencySaving': 'waterPages.spec.ts',
  'GET /rainfall/fwi/fetchAnalyticsRainfallData': 'waterPages.spec.ts',
  'GET /fwi/userDataInput': 'waterPages.spec.ts',
  'GET /executiveSummary/data': 'waterPages.spec.ts',
  'GET /report/dailySummary': 'waterPages.spec.ts',
  'GET /additionalFeature': 'waterPages.spec.ts',
};

/** What changes something, or opens the panel: done in the panel by a test, named by its sentence, that sees what comes of it. */
export const done: Readonly<Record<string, { spec: string; sentence: string }>> = {
  'GET /user/login': { spec: 'login.spec.ts', sentence: 'leads to the page that was asked for, and out again' },
  'DELETE /user/logout': { spec: 'login.spec.ts', sentence: 'leads to the page that was asked for, and out again' },
  'GET /report': { spec: 'reports.spec.ts', sentence: 'that are being made say so and can be cancelled' },
  'GET /accounts/settings': { spec: 'reports.spec.ts', sentence: 'are made by schedules that are added, changed and removed' },
  'POST /accounts/settings': { spec: 'reports.spec.ts', sentence: 'are made by schedules that are added, changed and removed' },
  'POST /fwi/userDataInput': { spec: 'waterPages.spec.ts', sentence: 'the fresh-water form is filled in step by step' },
  'PUT /executiveSummary/pin': { spec: 'waterPages.spec.ts', sentence: 'pins, and a link that opens once' },
  'GET /executiveSummary/virtualLogin': { spec: 'waterPages.spec.ts', sentence: 'pins, and a link that opens once' },
};

type Elsewhere = Readonly<Record<string, { reason: string; page: string }>>;

/** What the panel needs not ask, because a page shows the same from another row. */
export const forOtherClients: Elsewhere = {
  'POST /user/otplogin': { reason: 'phones log in by a code; the panel by name and password', page: '/' },
  'GET /user/refresh': { reason: 'renews the session without anything to see; session.test.ts holds it', page: '/' },
  'GET /user/validateCredentials': {
    reason: 'a client that kept a token asks whether it still opens; the panel renews its own',
    page: '/',
  },
  'GET /accounts/info/lastupdated': { reason: 'a constant for clients that cache; the panel reads anew', page: '/settings' },
  'GET /deviceData': { reason: 'the older form of deviceDataV2, with the same sums', page: '/units' },
  'GET /granular/category': {
    reason: 'all units of a sub-category in one answer; the page asks for the units it draws',
    page: '/units',
  },
  'GET /alerts': {
    reason: 'alarms by day in the published form; the page has them live from /api/plant/alarms',
    page: '/alarms',
  },
  'GET /alerts/dateRange': { reason: 'the same by range; the page has it as history', page: '/alarms' },
  'GET /alerts/byType': { reason: 'the same by category; the page has the category in each row', page: '/alarms' },
  'GET /alerts/allIndustries': {
    reason: 'for internal users across plants; the panel shows one plant at a time',
    page: '/alarms',
  },
  'GET /alerts/unitGraph': { reason: 'counts by unit; the page has its figures from /api/plant/alarm-metrics', page: '/alarms' },
  'POST /alerts': { reason: 'other programs report events; people write notes on an alarm', page: '/alarms' },
  'GET /notification': { reason: 'the last days for phones; the page and the bar have the same alarms live', page: '/alarms' },
  'GET /notificationRange': { reason: 'the same by range; the page has it as history', page: '/alarms' },
  'POST /notification/register/fcm': { reason: 'push tokens of phones; a browser has none', page: '/alarms' },
  'PATCH /notification/updateRead': {
    reason: 'acknowledges in the published form; the panel by /api/plant/alarms',
    page: '/alarms',
  },
  'GET /landingPage/userData': {
    reason: 'the first page of phones; the overview has the same sums from /api/plant/overview',
    page: '/',
  },
  'GET /summaryPage': { reason: 'all categories of a day for phones; the daily summary shows the day', page: '/summary' },
  'GET /standardCategoryView': { reason: 'what counts where; the units page groups by it', page: '/units' },
  'GET /common': { reason: 'names and units of measure for clients that have no catalogue of their own', page: '/settings' },
  'GET /accounts/landingpage': { reason: 'which blocks phones show first; the panel has one overview for all', page: '/' },
  'POST /plc/write-registers': {
    reason: 'raw registers for commissioning tools; people command points by name',
    page: '/commands',
  },
  'POST /plc/read-registers': {
    reason: 'raw registers; the panel reads them through /api/plant/registers',
    page: '/commissioning',
  },
};

/** Pages that come later, or whose test does not compare figures yet; whoever finishes one moves its row up. */
export const waiting: Elsewhere = {
  'GET /deviceDataV2': {
    reason: 'drawn on the page of a unit; its test adds up what is drawn and does not ask the API yet',
    page: '/units',
  },
  'GET /deviceDataV2/compare': { reason: 'comparing units comes with the trends', page: '/units' },
  'GET /granular/unit': { reason: 'drawn as slots and in the trend of an alarm; no test compares them yet', page: '/units' },
  'POST /notification/assignee': { reason: 'in the drawer of an alarm; no test assigns one yet', page: '/alarms' },
  'DELETE /notification/assignee': { reason: 'taking an alarm from somebody is not in the drawer yet', page: '/alarms' },
  'PATCH /notification/assignee': { reason: 'closing an alarm is not in the drawer yet', page: '/alarms' },
  'GET /accounts/info': { reason: 'read for the choice of units in a report; shown with the settings', page: '/settings' },
  'PATCH /accounts/info': { reason: 'changed with the settings', page: '/settings' },
  'POST /accounts/logoupdate': { reason: 'changed with the settings', page: '/settings' },
  'GET /accounts/joinedDate': { reason: 'shown with the settings', page: '/settings' },
  'GET /accounts/allUnitThresholdUpdate': { reason: 'limits of all units come with the settings', page: '/settings' },
  'POST /waterBalance/graphEditor': {
    reason: 'the editor of the graph comes with the second half of the panel',
    page: '/balance',
  },
  'POST /scada/graphEditor': { reason: 'the editor of the diagram comes with the second half of the panel', page: '/diagram' },
  'GET /batchProcess': { reason: 'working days out again comes with the system page', page: '/system' },
  'GET /batchProcess/range': { reason: 'working days out again comes with the system page', page: '/system' },
  'POST /rainfall/fwi/fetchHistoricalRainfallData': {
    reason: 'uploading rain of the past is not on the page yet',
    page: '/rain',
  },
  'GET /roEfficiency': { reason: 'comes with the page of energy and RO', page: '/energy' },
  'GET /roEfficiency/logActivities': { reason: 'comes with the page of energy and RO', page: '/energy' },
  'POST /roEfficiency/logActivities': { reason: 'comes with the page of energy and RO', page: '/energy' },
  'GET /gwi/data': { reason: 'comes with the page of groundwater', page: '/groundwater' },
  'POST /plc/relay/valve': { reason: 'valves show their state; commands come with the second half', page: '/commands' },
};
