/** The endpoints as the specification lists them: method, path below /api/user. */
export const published =
  `GET /accounts/settings|POST /accounts/settings|GET /accounts/info|PATCH /accounts/info|GET /accounts/info/lastupdated
POST /accounts/logoupdate|GET /accounts/joinedDate|GET /accounts/landingpage|GET /accounts/allUnitThresholdUpdate|GET /deviceData/
GET /deviceDataV2|GET /deviceDataV2/compare|GET /granular/unit|GET /granular/category|GET /report|GET /report/dailySummary|GET /alerts
POST /alerts|GET /alerts/unitGraph|GET /alerts/dateRange|GET /alerts/byType|GET /alerts/allIndustries|GET /notification/
GET /notificationRange|POST /notification/register/fcm|PATCH /notification/updateRead|POST /notification/assignee
DELETE /notification/assignee|PATCH /notification/assignee|GET /landingPage/userData|GET /summaryPage/|GET /waterBalance/graphEditor
POST /waterBalance/graphEditor|GET /waterBalance/data|GET /scada/graphEditor|POST /scada/graphEditor|GET /scada/data
GET /additionalFeature/|GET /standardCategoryView/|GET /common/|GET /batchProcess/|GET /batchProcess/range|GET /rainfall/trend
GET /rainfall/efficiencySaving|POST /rainfall/fwi/fetchHistoricalRainfallData|GET /rainfall/fwi/fetchAnalyticsRainfallData
GET /neutrality/|GET /executiveSummary/data|PUT /executiveSummary/pin|GET /roEfficiency/|GET /roEfficiency/logActivities
POST /roEfficiency/logActivities|GET /gwi/data|POST /fwi/userDataInput|GET /fwi/userDataInput|POST /plc/write-registers
POST /plc/read-registers|POST /plc/relay/valve|DELETE /user/logout|GET /user/validateCredentials`
    .split(/[|\n]/)
    .map((row) => row.split(' ') as [method: string, path: string]);
