import { z } from 'zod';

/** Of ISA-18.2. */
export const alarmState = z.enum(['unack', 'ack', 'rtn_unack', 'normal', 'shelved', 'suppressed', 'out_of_service']);
export type AlarmState = z.infer<typeof alarmState>;
