import { accountEndpoints, industryLogo } from './accounts.ts';
import { additionalFeature, saveFeature } from './additionalFeature.ts';
import { alertEndpoints } from './alerts.ts';
import { auditEndpoints } from './audit.ts';
import { login, logout, otpLogin, refresh, validateCredentials } from './auth.ts';
import { batchProcess, batchProcessRange, readJob } from './batchProcess.ts';
import { deviceDataV2 } from './deviceData.ts';
import { compareDeviceData } from './deviceDataCompare.ts';
import { deviceDataV1 } from './deviceDataV1.ts';
import { documentEndpoints } from './documents.ts';
import type { Endpoint } from './endpoint.ts';
import { executiveEndpoints, executiveGrants } from './executiveSummary.ts';
import { fwiEndpoints } from './fwi.ts';
import { granularCategory, granularUnit } from './granular.ts';
import { gwiEndpoints } from './gwi.ts';
import { industryFactsEndpoints } from './industryFactsRows.ts';
import { landingUserData } from './landing.ts';
import { neutrality } from './neutrality.ts';
import { notificationEndpoints } from './notifications.ts';
import { plantOverview } from './overview.ts';
import { plantFieldConfigurationEndpoints } from './plant.ts';
import { plantAccessEndpoints } from './plantAccess.ts';
import { plantAlarmEndpoints } from './plantAlarms.ts';
import { plantBulkEndpoints } from './plantBulk.ts';
import { plantCategoryEndpoints } from './plantCategories.ts';
import { plantChannelEndpoints } from './plantChannels.ts';
import { plantCommandEndpoints } from './plantCommands.ts';
import { plantLoopTestEndpoints } from './plantLoopTests.ts';
import { plantReportEndpoints } from './plantReports.ts';
import { plantSetupEndpoints } from './plantSetup.ts';
import { plantSsoEndpoints } from './plantSso.ts';
import { plantStateEndpoints } from './plantState.ts';
import { plantTemplateEndpoints } from './plantTemplates.ts';
import { plantToolsEndpoints } from './plantTools.ts';
import { plantTwinEndpoints } from './plantTwins.ts';
import { plantUnitEndpoints } from './plantUnits.ts';
import { plcEndpoints } from './plc.ts';
import { rainfallEndpoints } from './rainfall.ts';
import { enterReadings, exportReadings } from './readingsEntry.ts';
import { common } from './referenceData.ts';
import { reportEndpoints } from './reportRows.ts';
import { returnEndpoints } from './returns.ts';
import { roEfficiencyEndpoints } from './roEfficiency.ts';
import { scadaEndpoints } from './scada.ts';
import { standardCategoryView } from './standardCategoryView.ts';
import { summaryPage } from './summaryPage.ts';
import { waterBalanceEndpoints } from './waterBalance.ts';

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
  enterReadings,
  exportReadings,
  readJob,
  ...returnEndpoints,
  ...plantReportEndpoints,
  industryLogo,
  ...plantUnitEndpoints,
  ...industryFactsEndpoints,
  saveFeature,
  executiveGrants,
  ...documentEndpoints,
  ...plantCategoryEndpoints,
  ...plantFieldConfigurationEndpoints,
  ...plantTemplateEndpoints,
  ...plantBulkEndpoints,
  ...plantToolsEndpoints,
  ...plantTwinEndpoints,
  ...plantLoopTestEndpoints,
  ...plantStateEndpoints,
  ...plantAlarmEndpoints,
  ...plantCommandEndpoints,
  ...plantChannelEndpoints,
  ...plantAccessEndpoints,
  ...plantSsoEndpoints,
  ...plantSetupEndpoints,
  ...auditEndpoints,
];
