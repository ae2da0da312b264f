import { useProfile, useServices } from '../../state/services.ts';
import { timeOf } from '../../text/times.ts';

/** Words a moment that may be of another day: with its date where the time of day alone would be taken for the one nearest to now. */
export const useTimeOf = (): ((ms: number, withSeconds?: boolean) => string) => {
  const { clock } = useServices();
  const { timezone } = useProfile();
  return (ms, withSeconds = false) => timeOf(ms, clock.now(), timezone, withSeconds);
};
