/** No code of the contract reaches a person as it is: each has words in both languages. */
import { describe, expect, it } from 'vitest';
import { alertCategories } from '../../server/contract/model/alertCategories.ts';
import { counterEventKind } from '../../server/contract/model/common.ts';
import { roActivityKinds } from '../../server/contract/model/roActivityKinds.ts';
import { alarm } from '../../server/contract/plant/alarms.ts';
import { listChannels, listDeliveries } from '../../server/contract/plant/channels.ts';
import { alarms as alarmsEn } from './en/alarms.ts';
import { diagram as diagramEn } from './en/diagram.ts';
import { energy as energyEn } from './en/energy.ts';
import { units as unitsEn } from './en/units.ts';
import { alarms } from './hi/alarms.ts';
import { alarmOfCategory, reportedActions } from './hi/alarmTexts.ts';
import { diagram } from './hi/diagram.ts';
import { energy } from './hi/energy.ts';
import { units } from './hi/units.ts';

type Words = Readonly<Record<string, string>>;
/** What happens to an alarm, as the server writes its steps. */
const steps = [
  ...['raised', 'rejoined', 'reminded', 'cleared', 'confirmed', 'unconfirmed', 'acknowledged', 'resolved', 'assigned'],
  ...['unassigned', 'shelved', 'unshelved', 'suppressed', 'unsuppressed', 'comment', 'undelivered'],
];
const { channels } = listChannels.reply.shape;
const { state: delivery } = listDeliveries.reply.shape.deliveries.element.shape;

const table: readonly [what: string, codes: readonly string[], english: Words, hindi: Words][] = [
  ['watches of alarms', alertCategories, alarmsEn.watches, alarms.watches],
  ['alarms of a diagram', alertCategories, diagramEn.categories, diagram.categories],
  ['states of alarms', alarm.shape.state.options, alarmsEn.state, alarms.state],
  ['steps of alarms', steps, alarmsEn.steps, alarms.steps],
  ['channels', channels.element.shape.channel.options, alarmsEn.channels, alarms.channels],
  ['deliveries', delivery.options, alarmsEn.delivery, alarms.delivery],
  ['entries of the RO log', roActivityKinds, energyEn.ro.kinds, energy.ro.kinds],
  ['events of a counter', counterEventKind.options, unitsEn.trend.event, units.trend.event],
];

describe('codes', () => {
  it.each(table)('of %s have words in both languages', (_, codes, english, hindi) => {
    for (const code of codes) {
      expect(english[code], code).toMatch(/^[^_]{2,}$/);
      expect(hindi[code], code).toMatch(/[\u0900-\u097f]{2,}|^(SMS)$/);
    }
  });

  it('of alarms that another program reports are said in Hindi with what to do', () => {
    for (const words of [alarmOfCategory, reportedActions])
      expect(Object.keys(words).toSorted()).toEqual(alertCategories.toSorted());
  });
});
