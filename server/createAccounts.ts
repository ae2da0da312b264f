import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Clock } from './core/clock.ts';
import type { Schema } from './db/schema.ts';
import { AccountsStore } from './features/accounts/accountsStore.ts';
import { InfoService } from './features/accounts/infoService.ts';
import { LogoFiles } from './features/accounts/logoFiles.ts';
import { isLogoAllowed } from './features/accounts/logoUrl.ts';
import type { AccountRoutesParts } from './features/accounts/routes.ts';
import { SettingsService } from './features/accounts/settingsService.ts';
import type { AuditTrail } from './features/audit/model.ts';
import type { UserDesk } from './features/auth/model.ts';
import type { ConfigurationChanges } from './features/units/changes.ts';
import type { IndustryService } from './features/units/industryService.ts';
import type { UnitDirectory } from './features/units/model.ts';
import type { UnitService } from './features/units/unitService.ts';

export type AccountsParts = {
  kysely: Kysely<Schema>;
  dataFolder: string;
  publicUrl: string | undefined;
  directory: UnitDirectory;
  changes: Pick<ConfigurationChanges, 'run'>;
  industries: IndustryService;
  units: UnitService;
  users: UserDesk;
  audit: AuditTrail;
  clock: Clock;
};

/** Account settings, thresholds and logos, as their routes want them. */
export const createAccounts = ({ kysely, dataFolder, publicUrl, units, ...parts }: AccountsParts): AccountRoutesParts => {
  const shared = { ...parts, store: new AccountsStore(kysely), isLogoAllowed: (logo: string) => isLogoAllowed(logo, publicUrl) };
  return {
    ...shared,
    publicUrl,
    settings: new SettingsService(shared),
    info: new InfoService({ ...shared, units }),
    logos: new LogoFiles(join(dataFolder, 'industry-logo')),
  };
};
