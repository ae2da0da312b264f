import { shiftDate } from '../text/times.ts';
import { useNow } from './now.ts';
import { useProfile, useServices } from './services.ts';

/** The running shift day, YYYY-MM-DD. */
export const useToday = (): string => {
  const { clock } = useServices();
  const { timezone, shift } = useProfile();
  return shiftDate(useNow(clock), timezone, shift.startAt);
};
