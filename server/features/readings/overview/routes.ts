import { overviewHours, plantOverview as plantOverviewRow } from '../../../contract/plant/overview.ts';
import { Failure } from '../../../core/fail.ts';
import { NormalBands, type PacedReadServices, type ServingContext, sourceFor } from '../../../historian/index.ts';
import { type Route, route } from '../../../http/route.ts';
import type { Industry } from '../../../plantModel/index.ts';
import { DayCurves } from '../dayCurves.ts';
import { plantHours } from './hours.ts';
import { plantOverview } from './overview.ts';
import { overviewTag } from './overviewTag.ts';
import type { FieldTroubles } from './silence.ts';

export type OverviewParts = PacedReadServices & {
  /** What is wrong in the field now. */
  troubles(): FieldTroubles;
  /** Meters whose water leaves the plant. */
  dischargeIds(industryId: string): Promise<ReadonlySet<string>>;
};

/** The plant at a glance, for the panel. */
export const overviewRoutes = (parts: OverviewParts): Route[] => {
  const { directory, reader, scheduler } = parts;
  const bands = new NormalBands(reader, reader.figures);
  const curves = new DayCurves();
  const open = (industryId: string, signal: AbortSignal): { industry: Industry; source: ServingContext } => {
    const industry = directory.industry(industryId);
    if (!industry) throw new Failure('noData', 'industry not found');
    return { industry, source: sourceFor(parts, scheduler, industryId, signal) };
  };
  return [
    route(plantOverviewRow)(async (_, { caller, signal, sharedEtag }) => {
      const dischargeIds = await parts.dischargeIds(caller.industryId);
      const { industry, source } = open(caller.industryId, signal);
      const asked = {
        ...{ industry, directory, source, bands, curves, dischargeIds },
        troubles: parts.troubles(),
        withAddress: caller.permissions.has('COMMISSIONING'),
        nowMs: source.nowMs,
      };
      const tag = overviewTag(asked);
      if (tag !== undefined) sharedEtag(tag, asked.withAddress ? 'with addresses' : 'without addresses');
      return plantOverview(asked);
    }),
    route(overviewHours)(async (_, { caller, signal }) => {
      const { industry, source } = open(caller.industryId, signal);
      return plantHours({ industry, directory, source, curves });
    }),
  ];
};
