import { onTestFinished } from 'vitest';
import { OutboxRig } from './outboxRig.ts';

export const rigOf = (settings: object, nowMs?: number): OutboxRig => {
  const rig = new OutboxRig(settings, nowMs);
  onTestFinished(() => rig.close());
  return rig;
};

export const mailAndSms = {
  channels: {
    email: { enabled: true, minPriority: 4, recipients: ['asha@plant.example', 'ravi@plant.example'] },
    sms: { enabled: true, minPriority: 2, recipients: ['919820098200'] },
  },
};
