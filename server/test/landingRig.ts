import { CooperativeScheduler } from '../core/cooperativeScheduler.ts';
import { QualityInLimit } from '../features/dashboards/landing/qualityInLimit.ts';
import { type LandingParts, LandingService } from '../features/dashboards/landing/service.ts';
import { DayCurves } from '../features/readings/dayCurves.ts';

type Needed = Pick<LandingParts, 'directory' | 'reader' | 'calendars' | 'clock'>;

/** The landing page of a plant without balance and RO plants, and without alarms where none are given. */
export const landingOf = (parts: Needed & Partial<LandingParts>): LandingService =>
  new LandingService({
    alarms: { between: () => [], open: () => [] },
    curves: new DayCurves(),
    quality: new QualityInLimit(parts.directory),
    glance: {
      version: async () => '',
      worstNode: async () => null,
      evaluatedNodes: async () => ({ evaluated: 0, all: 0 }),
      roRecoveryPct: async () => null,
    },
    turns: new CooperativeScheduler(),
    ...parts,
  });
