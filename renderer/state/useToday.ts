import { shiftDate } from '../text/times.ts';
import { useOfNow } from './now.ts';
import { useProfile, useServices } from './services.ts';

/** The running shift day, YYYY-MM-DD. */
export const useToday = (): string => {
  const { clock } = useServices();
  const { timezone, shift } = useProfile();
  return useOfNow(clock, (nowMs) => shiftDate(nowMs, timezone, shift.startAt));
};
