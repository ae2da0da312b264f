import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { OverviewMoment } from '../../server/contract/plant/moments.ts';
import { LiveValues } from './liveValues.ts';
import { PlantClock } from './now.ts';
import { ServicesContext, useServices } from './services.ts';

/** Always at one moment. */
class StoppedClock extends PlantClock {
  readonly #atMs: number;

  constructor(atMs: number) {
    super();
    this.#atMs = atMs;
  }

  override now(): number {
    return this.#atMs;
  }

  override readonly subscribe = (): (() => void) => () => undefined;
  override readonly tickMs = (): number => this.#atMs;
}

type Past = OverviewMoment & { at: string };

const PastContext = createContext<Past | null>(null);

/** The moment of the past that is drawn; null for now. */
export const usePast = (): Past | null => useContext(PastContext);

/** What is drawn within sees the values of a moment in place of the live ones, and its time in place of now. */
export const PastMoment = ({ at, shown, children }: { at: string; shown: OverviewMoment; children: ReactNode }) => {
  const services = useServices();
  const then = useMemo(() => {
    const values = new LiveValues();
    values.take(
      shown.overview.units.flatMap(({ unitId, params }) =>
        params.map((param) => ({ ...param, value: param.value ?? param.lastValue ?? null, unitId })),
      ),
    );
    return { ...services, values, clock: new StoppedClock(Date.parse(shown.overview.comparedTo)) };
  }, [services, shown]);
  const past = useMemo(() => ({ ...shown, at }), [shown, at]);
  return (
    <PastContext value={past}>
      <ServicesContext value={then}>{children}</ServicesContext>
    </PastContext>
  );
};
