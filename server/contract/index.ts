import type { Endpoint } from './endpoint.ts';
import { plantAccessEndpoints } from './plant/accounts/access.ts';
import { passwordLinkEndpoints } from './plant/accounts/passwordLinks.ts';
import { plantPeopleEndpoints } from './plant/accounts/people.ts';
import { plantPhoneEndpoints } from './plant/accounts/phones.ts';
import { settingsVersionEndpoints } from './plant/accounts/settingsVersions.ts';
import { plantSsoEndpoints } from './plant/accounts/sso.ts';
import { plantAlarmEndpoints } from './plant/alarms.ts';
import { auditEndpoints } from './plant/audit.ts';
import { backupEndpoints } from './plant/backup.ts';
import { plantCategoryEndpoints } from './plant/categories.ts';
import { plantChannelEndpoints } from './plant/channels.ts';
import { plantCommandEndpoints } from './plant/commands.ts';
import { plantBulkEndpoints } from './plant/commissioning/bulk.ts';
import { plantFieldConfigurationEndpoints } from './plant/commissioning/fieldConfiguration.ts';
import { plantLoopTestEndpoints } from './plant/commissioning/loopTests.ts';
import { plantTemplateEndpoints } from './plant/commissioning/templates.ts';
import { plantTwinEndpoints } from './plant/commissioning/twins.ts';
import { diagnosticsEndpoints } from './plant/diagnostics.ts';
import { documentEndpoints } from './plant/documents.ts';
import { heldDayEndpoints } from './plant/hub/heldDays.ts';
import { industryFactsEndpoints } from './plant/industryFactsRows.ts';
import { lastChangeEndpoints } from './plant/lastChanges.ts';
import { momentEndpoints } from './plant/moments.ts';
import { overviewHours, plantOverview } from './plant/overview.ts';
import { programEndpoints } from './plant/program.ts';
import { proposalEndpoints } from './plant/proposals.ts';
import { liveNow } from './plant/readings/live.ts';
import { enterReadings, exportReadings } from './plant/readings/readingsEntry.ts';
import { readTrend } from './plant/readings/trend.ts';
import { watchEndpoints } from './plant/readings/watch.ts';
import { plantReportEndpoints } from './plant/reports.ts';
import { returnEndpoints } from './plant/returns.ts';
import { plantSetupEndpoints } from './plant/setup.ts';
import { plantStateEndpoints } from './plant/state.ts';
import { storageEndpoints } from './plant/storage.ts';
import { syncEndpoints } from './plant/sync.ts';
import { plantTlsEndpoints } from './plant/tls.ts';
import { plantToolsEndpoints } from './plant/tools/tools.ts';
import { plantUnitEndpoints } from './plant/units.ts';
import { plantWallEndpoints } from './plant/walls.ts';
import { accountEndpoints, industryLogo } from './user/accounts.ts';
import { additionalFeature, readFeature, saveFeature } from './user/additionalFeature.ts';
import { alertEndpoints } from './user/alerts.ts';
import { login, logout, otpLogin, refresh, validateCredentials } from './user/auth.ts';
import { batchProcess, batchProcessRange, readJob } from './user/batchProcess.ts';
import { deviceDataV2 } from './user/deviceData.ts';
import { compareDeviceData } from './user/deviceDataCompare.ts';
import { deviceDataV1 } from './user/deviceDataV1.ts';
import { executiveEndpoints, executiveGrants, readExecutiveGrants } from './user/executiveSummary.ts';
import { freshWaterStep, fwiEndpoints } from './user/fwi.ts';
import { granularCategory, granularUnit } from './user/granular.ts';
import { gwiEndpoints } from './user/gwi.ts';
import { landingUserData } from './user/landing.ts';
import { neutrality } from './user/neutrality.ts';
import { notificationEndpoints } from './user/notifications.ts';
import { plcEndpoints } from './user/plc.ts';
import { rainfallEndpoints } from './user/rainfall.ts';
import { common } from './user/referenceData.ts';
import { reportEndpoints } from './user/reportRows.ts';
import { roEfficiencyEndpoints } from './user/roEfficiency.ts';
import { scadaEndpoints } from './user/scada.ts';
import { standardCategoryView } from './user/standardCategoryView.ts';
import { summaryPage } from './user/summaryPage.ts';
import { waterBalanceEndpoints } from './user/waterBalance.ts';

/** Every operation of the User API: what is served, documented and tested follows from this list. */
export const userEndpoints: readonly Endpoint[] = [
  login,
  otpLogin,
  refresh,
  logout,
  validateCredentials,
  ...accountEndpoints,
  deviceDataV1,
  granularUnit,
  granularCategory,
  deviceDataV2,
  compareDeviceData,
  batchProcess,
  batchProcessRange,
  standardCategoryView,
  ...alertEndpoints,
  ...notificationEndpoints,
  ...plcEndpoints,
  ...scadaEndpoints,
  ...waterBalanceEndpoints,
  landingUserData,
  summaryPage,
  ...executiveEndpoints,
  neutrality,
  ...roEfficiencyEndpoints,
  ...reportEndpoints,
  ...gwiEndpoints,
  ...rainfallEndpoints,
  ...fwiEndpoints,
  additionalFeature,
  common,
];

/** Every operation of the plant API, and those at the root of the server. */
export const plantEndpoints: readonly Endpoint[] = [
  plantOverview,
  overviewHours,
  ...momentEndpoints,
  freshWaterStep,
  readTrend,
  liveNow,
  ...watchEndpoints,
  enterReadings,
  exportReadings,
  readJob,
  ...returnEndpoints,
  ...plantReportEndpoints,
  industryLogo,
  ...plantUnitEndpoints,
  ...industryFactsEndpoints,
  readFeature,
  saveFeature,
  readExecutiveGrants,
  executiveGrants,
  ...documentEndpoints,
  ...plantCategoryEndpoints,
  ...plantFieldConfigurationEndpoints,
  ...plantTlsEndpoints,
  ...plantPhoneEndpoints,
  ...plantWallEndpoints,
  ...plantTemplateEndpoints,
  ...plantBulkEndpoints,
  ...plantToolsEndpoints,
  ...plantTwinEndpoints,
  ...plantLoopTestEndpoints,
  ...plantStateEndpoints,
  ...storageEndpoints,
  ...diagnosticsEndpoints,
  ...programEndpoints,
  ...plantAlarmEndpoints,
  ...plantCommandEndpoints,
  ...plantChannelEndpoints,
  ...plantAccessEndpoints,
  ...plantPeopleEndpoints,
  ...passwordLinkEndpoints,
  ...plantSsoEndpoints,
  ...settingsVersionEndpoints,
  ...lastChangeEndpoints,
  ...plantSetupEndpoints,
  ...auditEndpoints,
  ...backupEndpoints,
  ...syncEndpoints,
  ...heldDayEndpoints,
  ...proposalEndpoints,
];
