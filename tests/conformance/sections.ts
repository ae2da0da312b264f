import { info, lastUpdated, patchInfo } from './sections/accountInfo.ts';
import { logo, pages } from './sections/accountPages.ts';
import { saveSettings, settings } from './sections/accountSettings.ts';
import { graph, ranges } from './sections/alertRanges.ts';
import { alertRules } from './sections/alertRules.ts';
import { list, trigger } from './sections/alerts.ts';
import { authentication, conventions, errors } from './sections/conventions.ts';
import { deviceData, deviceDataV2 } from './sections/deviceData.ts';
import { diagrams, reference } from './sections/diagrams.ts';
import { empty } from './sections/emptyPlant.ts';
import { comparison, granular } from './sections/granular.ts';
import { executive, landingPage, summaryPage } from './sections/landing.ts';
import { ageing, limits } from './sections/limits.ts';
import { events } from './sections/liveEvents.ts';
import { login, loginModel, otpSection } from './sections/login.ts';
import { moreLimits } from './sections/moreLimits.ts';
import { notificationRules } from './sections/notificationRules.ts';
import { notifications } from './sections/notifications.ts';
import { otherwise } from './sections/otherwise.ts';
import { pageFields } from './sections/pageFields.ts';
import { pageRules } from './sections/pageRules.ts';
import { readingFields } from './sections/readingFields.ts';
import { readingRules } from './sections/readingRules.ts';
import { reports } from './sections/reports.ts';
import { running } from './sections/running.ts';
import { sessionStates, tokenRules } from './sections/sessions.ts';
import { infoRules, settingsRules } from './sections/settingsRules.ts';
import { singleSignOn } from './sections/singleSignOn.ts';
import { logoutSection, refreshSection, validateSection } from './sections/tokens.ts';
import { water } from './sections/waterPages.ts';
import type { Section } from './sentence.ts';

export type Group = { on: 'demo' | 'changed' | 'limited' | 'empty' | 'running'; sections: readonly Section[] };

/** Every section, by the server it is tried on; what moves the clock comes last. */
export const groups: readonly Group[] = [
  {
    on: 'demo',
    sections: [
      ...[readingFields, pageFields, conventions, authentication, events, errors],
      ...[loginModel, login, otpSection, refreshSection, logoutSection, validateSection],
      ...[singleSignOn, sessionStates, tokenRules],
      ...[deviceData, deviceDataV2, comparison, granular, readingRules, reports],
      ...[trigger, list, graph, ranges, notifications, alertRules, notificationRules],
      ...[landingPage, summaryPage, diagrams, reference, water, executive, pageRules],
      ...[settings, saveSettings, info, patchInfo, lastUpdated, logo, pages],
      ...[settingsRules, infoRules],
      ageing,
    ],
  },
  { on: 'changed', sections: [otherwise] },
  { on: 'limited', sections: [limits, moreLimits] },
  { on: 'empty', sections: [empty] },
  { on: 'running', sections: [running] },
];
