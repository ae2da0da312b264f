import { metrics, plantField, plantHealth } from '../../contract/plant/state.ts';
import type { Clock } from '../../core/clock.ts';
import { Failure } from '../../core/fail.ts';
import { file, type Route, route } from '../../http/route.ts';
import { fieldView } from './fieldView.ts';
import type { MetricsSource } from './metrics.ts';
import { admitToMetrics } from './metricsAccess.ts';
import type { FieldRegistry } from './registry.ts';

export type StateRoutesParts = {
  registry: FieldRegistry;
  metrics: MetricsSource;
  /** Opens /metrics to other machines. */
  metricsToken: string | undefined;
  isReady(): boolean;
  /** How well the plant is backed up. */
  backup(): { lastVerifiedDaysAgo: number | null; findings: string[] };
  /** Whether disk and database are as they should be. */
  storage(): { findings: ('notWritable' | 'diskFull' | 'diskFullSoon' | 'damaged')[] };
  clock: Clock;
};

/** What runs and how well: the field, readiness, figures for Prometheus. */
export const stateRoutes = ({
  registry,
  metrics: source,
  metricsToken,
  isReady,
  backup,
  storage,
  clock,
}: StateRoutesParts): Route[] => [
  route(plantField)((_, { caller }) => fieldView(registry, caller.industryId, source.fieldStatus(), clock.now())),
  route(plantHealth)(() => {
    if (!isReady()) throw new Failure('unavailable', 'The server is starting', { isExpected: true });
    return { status: 'ok', backup: backup(), storage: storage() };
  }),
  route(metrics)(async ({ headers }, { ip }) => {
    const forwarded = headers['X-Forwarded-For'] !== undefined || headers.Forwarded !== undefined;
    admitToMetrics({ ip, authorization: headers.Authorization, forwarded }, metricsToken);
    // its library is read with the first question
    const { metricsText } = await import('./metrics.ts');
    return file(await metricsText(source, registry));
  }),
];
