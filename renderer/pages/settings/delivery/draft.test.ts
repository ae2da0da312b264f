import { describe, expect, it } from 'vitest';
import { type AlertSettings, alertSettings } from '../../../../server/contract/model/alertSettings.ts';
import { bodyOf, countOf, draftOf, fieldOf, withoutLine } from './draft.ts';

const rota = (name: string) => ({
  name,
  turns: [{ days: [1, 2], from: '22:00', to: '06:00', recipients: ['a@plant.example'] }],
  otherwise: ['chief@plant.example'],
});
const settings = alertSettings.parse({
  channels: {
    email: { enabled: true, recipients: ['a@plant.example', 'rota:Night'], quietHours: { from: '22:00', to: '06:00' } },
    sms: { enabled: true, minPriority: 1, recipients: ['9876501234'] },
  },
  escalation: [
    { afterMinutes: 10, recipients: ['b@plant.example'] },
    { afterMinutes: 30, recipients: ['horn:wp1', 'c@plant.example'] },
    { afterMinutes: 60, recipients: [] },
  ],
  categories: { flow_rate: { priority: 1 } },
  rotas: [rota('Night'), rota('Day')],
  flood: { perTenMinutes: 7, digest: false },
}) as AlertSettings;

describe('settings of delivery as they are typed', () => {
  it('are sent back as they came, with what the form does not show', () => {
    const { email: _, ...rest } = settings;
    expect(bodyOf(draftOf(settings), settings)).toEqual(rest);
  });

  it('are sent without rotas and quiet hours where there are none', () => {
    const plain = alertSettings.parse({}) as AlertSettings;
    const body = bodyOf(draftOf(plain), plain);
    expect(body).not.toHaveProperty('rotas');
    expect(body.channels.email).not.toHaveProperty('quietHours');
  });

  it('lose a line in the middle of a list, and the others move up', () => {
    const draft = draftOf(settings);
    const without = { ...draft, ...withoutLine(draft, 'escalation', 1) };
    expect(countOf(without, 'escalation')).toBe(2);
    expect(bodyOf(without, settings).escalation).toEqual([settings.escalation[0], settings.escalation[2]]);
    const oneRota = { ...draft, ...withoutLine(draft, 'rotas', 0) };
    expect(bodyOf(oneRota, settings).rotas).toEqual([rota('Day')]);
  });

  it('take recipients apart at commas, semicolons and line ends', () => {
    const draft = { ...draftOf(settings), 'channels.sms.recipients': ' 98765; 12345,\n chat:room ,' };
    expect(bodyOf(draft, settings).channels.sms?.recipients).toEqual(['98765', '12345', 'chat:room']);
  });

  it('show what is wrong with one of many at the field of all', () => {
    expect(fieldOf('alerts.channels.sms.recipients.3')).toBe('channels.sms.recipients');
    expect(fieldOf('rotas.0.turns.1.days.0')).toBe('rotas.0.turns.1.days');
    expect(fieldOf('escalation.0.afterMinutes')).toBe('escalation.0.afterMinutes');
  });
});
