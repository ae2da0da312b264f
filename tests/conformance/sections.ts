import { info, lastUpdated, patchInfo } from './sections/accountInfo.ts';
import { logo, pages } from './sections/accountPages.ts';
import { saveSettings, settings } from './sections/accountSettings.ts';
import { graph, ranges } from './sections/alertRanges.ts';
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
import { notifications } from './sections/notifications.ts';
import { reports } from './sections/reports.ts';
import { logoutSection, refreshSection, validateSection } from './sections/tokens.ts';
import { water } from './sections/waterPages.ts';
import type { Section } from './sentence.ts';

export type Group = { on: 'demo' | 'limited' | 'empty'; sections: readonly Section[] };

/** Every section, by the server it is tried on; what moves the clock comes last. */
export const groups: readonly Group[] = [
  {
    on: 'demo',
    sections: [
      ...[conventions, authentication, events, errors],
      ...[loginModel, login, otpSection, refreshSection, logoutSection, validateSection],
      ...[deviceData, deviceDataV2, comparison, granular, reports],
      ...[trigger, list, graph, ranges, notifications],
      ...[landingPage, summaryPage, diagrams, reference, water, executive],
      ...[settings, saveSettings, info, patchInfo, lastUpdated, logo, pages],
      ageing,
    ],
  },
  { on: 'limited', sections: [limits] },
  { on: 'empty', sections: [empty] },
];
