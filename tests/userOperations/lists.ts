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
  'GET /deviceDataV2': 'energy.spec.ts',
  'GET /roEfficiency': 'energy.spec.ts',
  'GET /roEfficiency/logActivities': 'energy.spec.ts',
  'GET /gwi/data': 'groundwater.spec.ts',
  'GET /granular/unit': 'alarms.spec.ts',
};

/** What changes something, or opens the panel: done in the panel by a test, named by its sentence, that sees what comes of it. */
export const done: Readonly<Record<string, { spec: string; sentence: string }>> = {
  'GET /user/login': { spec: 'login.spec.ts', sentence: 'leads to the page that was asked for, and out again' },
  'DELETE /user/logout': { spec: 'login.spec.ts', sentence: 'leads to the page that was asked for, and out again' },
  'GET /report': { spec: 'reports.spec.ts', sentence: 'that are being made say so and can be cancelled' },
  'GET /accounts/settings': { spec: 'reports.spec.ts', sentence: 'are made by schedules that are added, changed and removed' },
  'POST /accounts/settings': { spec: 'reports.spec.ts', sentence: 'are made by schedules that are added, changed and removed' },
  'POST /accounts/logoupdate': {
    spec: 'keeping/delivery.spec.ts',
    sentence: 'a logo for reports is sent, shown and named by the settings',
  },
  'POST /notification/assignee': { spec: 'alarms.spec.ts', sentence: 'are given to a person, noted and shelved with a reason' },
  'POST /plc/relay/valve': { spec: 'tasks/acting.spec.ts', sentence: 'a valve is switched in three clicks and one that is held' },
  'POST /fwi/userDataInput': { spec: 'waterPages.spec.ts', sentence: 'the fresh-water form is filled in step by step' },
  'POST /waterBalance/graphEditor': {
    spec: 'balanceEditor.spec.ts',
    sentence: 'joins a new node by a line, says what keeps it from being balanced, and saves what mends it',
  },
  'POST /scada/graphEditor': {
    spec: 'diagramEditor.spec.ts',
    sentence: 'adds a symbol, binds it by search, joins it, and saves a new version that can be returned from',
  },
  'PUT /executiveSummary/pin': { spec: 'waterPages.spec.ts', sentence: 'pins, and a link that opens once' },
  'GET /executiveSummary/virtualLogin': { spec: 'waterPages.spec.ts', sentence: 'pins, and a link that opens once' },
};

type Elsewhere = Readonly<Record<string, { reason: string; page: string }>>;

/** What the panel needs not ask or send, because other clients do; the page shows the same, or what comes of it. */
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
  'GET /deviceDataV2/compare': {
    reason: 'two periods of a category side by side; the trend sets a unit beside any other day from /api/plant/trend',
    page: '/units',
  },
  'GET /accounts/info': {
    reason: 'names the units that a report can be limited to; their limits are those of /api/plant/units on each unit’s page',
    page: '/reports',
  },
  'GET /accounts/joinedDate': {
    reason: 'where calendars of phones begin; the panel says from when on there are values where one goes back too far',
    page: '/units',
  },
  'DELETE /notification/assignee': {
    reason: 'phones take an alarm from everybody; on the page it is given to somebody else, and its steps say who had it',
    page: '/alarms',
  },
  'PATCH /notification/assignee': {
    reason: 'phones close an alarm by hand; on the page it is over when its condition is, as ISA-18.2 has it',
    page: '/alarms',
  },
  'PATCH /accounts/info': {
    reason: 'changes by path; the panel changes a unit with PUT /api/plant/units/{id}, and its limits stand on the unit’s page',
    page: '/plant',
  },
  'GET /accounts/allUnitThresholdUpdate': {
    reason: 'writes one limit to every consumer, which nobody can take back; the panel sets limits unit by unit',
    page: '/plant',
  },
  'GET /batchProcess': {
    reason: 'works a day out again, which the server does by itself after every correction; the state of its jobs is shown',
    page: '/system',
  },
  'GET /batchProcess/range': {
    reason: 'works days out again, which the server does by itself after every correction; the state of its jobs is shown',
    page: '/system',
  },
  'POST /rainfall/fwi/fetchHistoricalRainfallData': {
    reason: 'rain of the past is sent as a file by weather services; the page shows what came of it',
    page: '/rain',
  },
  'POST /roEfficiency/logActivities': {
    reason: 'phones at the skid write the log; the page shows its entries',
    page: '/energy',
  },
};
