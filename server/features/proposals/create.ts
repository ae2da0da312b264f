import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Writer } from '../../db/writer.ts';
import type { UnitDirectory } from '../../plantModel/index.ts';
import type { SettingsAdditions, SettingsService } from '../accounts/index.ts';
import type { AuditTrail } from '../audit/index.ts';
import type { UserDirectory } from '../auth/index.ts';
import type { UnitService } from '../units/index.ts';
import { accountKinds } from './accountKinds.ts';
import { informationOnly } from './kinds.ts';
import { ProposalStore } from './proposalStore.ts';
import { type AuditedWork, ProposalService } from './service.ts';
import { unitKinds } from './unitKinds.ts';

export type ProposalsFeatureParts = {
  writer: Writer;
  directory: UnitDirectory;
  units: UnitService;
  users: UserDirectory;
  settings: Pick<SettingsService, 'reports'>;
  additions: SettingsAdditions;
  audit: AuditedWork & AuditTrail;
  site: string;
  clock: Clock;
  log: Log;
};

/** Proposals of the hub, over the services that change the same things by hand. */
export const createProposals = ({ writer, directory, units, settings, additions, ...parts }: ProposalsFeatureParts) => {
  const accounts = accountKinds({ ...parts, writer, settings, additions });
  /** Of what is about the whole industry. */
  const wholeIndustry = { nameOf: (industryId: string) => directory.industry(industryId)?.name ?? '' };
  return new ProposalService({
    ...parts,
    store: new ProposalStore(writer),
    rules: {
      ...unitKinds({ directory, units }),
      ...accounts,
      reportSchedules: { ...accounts.reportSchedules, ...wholeIndustry },
      updateOffer: { ...informationOnly, ...wholeIndustry, mayApply: false },
      message: { ...informationOnly, ...wholeIndustry },
    },
  });
};
