import type { AlarmView } from '../../server/contract/plant/alarms.ts';

/** An alarm in the person's language. */
export const alarmWords = ({ title, body, action }: AlarmView): { title: string; body: string; action: string } => ({
  title,
  body,
  action,
});
