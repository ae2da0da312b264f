import { alarmMeanings } from './alarms.ts';
import { backupMeanings } from './backups.ts';
import { configurationMeanings } from './configuration.ts';
import { dashboardMeanings } from './dashboards.ts';
import { fieldDeviceMeanings } from './fieldDevices.ts';
import { peopleMeanings } from './people.ts';
import { readingMeanings } from './readings.ts';

/** What a field or parameter of each name means, with its unit, wherever its own schema says nothing more exact. */
export const fieldMeanings: ReadonlyMap<string, string> = new Map([
  ...Object.entries(peopleMeanings),
  ...Object.entries(readingMeanings),
  ...Object.entries(alarmMeanings),
  ...Object.entries(backupMeanings),
  ...Object.entries(dashboardMeanings),
  ...Object.entries(configurationMeanings),
  ...Object.entries(fieldDeviceMeanings),
]);
