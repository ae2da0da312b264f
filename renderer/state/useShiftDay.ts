import { shiftDate } from '../text/times.ts';
import { useNow } from './now.ts';
import { useProfile, useServices } from './services.ts';

/** The running shift day (YYYY-MM-DD), and what it is worked out from. */
export const useShiftDay = (): { today: string; timezone: string; nowMs: number } => {
  const { clock } = useServices();
  const { timezone, shift } = useProfile();
  const nowMs = useNow(clock);
  return { today: shiftDate(nowMs, timezone, shift.startAt), timezone, nowMs };
};
