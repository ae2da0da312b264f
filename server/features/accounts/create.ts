import { join } from 'node:path';
import type { Clock } from '../../core/clock.ts';
import type { Writer } from '../../db/writer.ts';
import type { ConfigurationChanges, UnitDirectory } from '../../plantModel/index.ts';
import type { AuditTrail, LastChanges } from '../audit/index.ts';
import type { UserDirectory } from '../auth/index.ts';
import type { IndustryService, UnitService } from '../units/index.ts';
import { AccountsStore } from './accountsStore.ts';
import { InfoService } from './infoService.ts';
import { LogoFiles } from './logoFiles.ts';
import { isLogoAllowed } from './logoUrl.ts';
import type { AccountRoutesParts } from './routes.ts';
import { SettingsAdditions } from './settingsAdditions.ts';
import { SettingsService } from './settingsService.ts';

export type AccountsParts = {
  writer: Writer;
  dataFolder: string;
  publicUrl: string | undefined;
  directory: UnitDirectory;
  changes: Pick<ConfigurationChanges, 'run'>;
  industries: IndustryService;
  units: UnitService;
  users: UserDirectory;
  audit: AuditTrail;
  lastChanges: LastChanges;
  /** Whether a write point is a relay of the industry, and no valve: what may be a horn. */
  isRelay(industryId: string, pointId: string): boolean;
  clock: Clock;
};

/** Account settings, thresholds and logos, as their routes want them. */
export const createAccounts = ({
  writer,
  dataFolder,
  publicUrl,
  units,
  ...parts
}: AccountsParts): AccountRoutesParts & { additions: SettingsAdditions } => {
  const isAllowed = (logo: string, industryId: string): boolean => isLogoAllowed(logo, industryId, publicUrl);
  const shared = { ...parts, store: new AccountsStore(writer), isLogoAllowed: isAllowed };
  return {
    ...shared,
    publicUrl,
    settings: new SettingsService(shared),
    additions: new SettingsAdditions(shared),
    info: new InfoService({ ...shared, units }),
    logos: new LogoFiles(join(dataFolder, 'industry-logo')),
  };
};

/** The alert settings alone, for who only reads. */
export const createAlertSettings = (writer: Writer): Pick<SettingsService, 'alerts'> => {
  const store = new AccountsStore(writer);
  return { alerts: (industryId) => store.alertDocument(industryId) };
};
