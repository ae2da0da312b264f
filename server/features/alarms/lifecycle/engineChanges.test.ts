import { describe, expect, it } from 'vitest';
import { SLOT_MS } from '../../../core/slots.ts';
import { asha, Story } from '../../../test/alarmStory.ts';
import { settingsWith } from '../../../test/alertRig.ts';

describe('what a person did', () => {
  it('holds an acknowledged alarm back until the re-alarm time after that', async () => {
    const story = new Story({ settings: settingsWith({ flow_rate: { onDelaySlots: 2, offDelaySlots: 2, reAlarmMinutes: 60 } }) });
    await story.go(3, 6);
    await story.go(7, 60);
    await story.service.acknowledgeAll(asha, [story.idOf('A flow high')]);
    await story.go(11, 60);
    expect(story.inWords()).toEqual(['raised A flow high']);
    await story.rig.restart();
    await story.go(2, 60);
    expect(story.inWords()).toEqual(['raised A flow high', 'reminded A flow high']);
    expect(story.rig.all()[0]).toMatchObject({ ackedAtMs: null, ackedBy: null });
  });

  it('closes an alarm that lasts, which comes anew once it had gone', async () => {
    const story = new Story();
    await story.go(3, 6);
    await story.go(2, 60);
    await story.service.resolve(asha, story.idOf('A flow high'), 'asha');
    await story.go(60, 60);
    expect(story.inWords()).toEqual(['raised A flow high']);
    // seen to be active for as long as it is
    expect(story.rig.alarms.open('DEMO')).toMatchObject([{ title: 'A flow high', resolvedBy: 'asha', clearedAtMs: null }]);
    await story.go(2, 6);
    await story.go(2, 60);
    expect(story.inWords()).toEqual(['raised A flow high', 'raised A flow high']);
  });

  it('shelves an alarm: nothing is announced until the time is over, and then it is', async () => {
    const story = new Story();
    await story.go(3, 6);
    await story.go(2, 60);
    await story.go(2, 6);
    await story.service.acknowledgeAll(asha, [story.idOf('A flow high')]);
    await story.service.shelve(asha, story.idOf('A flow high'), 60, 'being calibrated');
    await story.go(10, 60);
    await story.rig.restart();
    expect(story.inWords()).toEqual(['raised A flow high']);
    await story.go(4, 60);
    expect(story.inWords()).toHaveLength(2);
  });

  it('and what was just raised is not lost when settings change while a slot waits to be stored', async () => {
    const story = new Story();
    await story.go(3, 6);
    await story.go(1, 60);
    const { readings, engine } = story.rig;
    const { sqlite } = readings.connection;
    // somebody else writes just then
    const off = readings.bus.on('test', 'slotsClosed', () => sqlite.exec('begin'));
    readings.clock.set((story.slot + 1) * SLOT_MS - 10_000);
    readings.send('a.flow', 60);
    readings.clock.set((story.slot + 1) * SLOT_MS + 3000);
    await readings.ingest.flush();
    off();
    readings.bus.emit('configurationChanged', { industryId: 'DEMO' });
    await engine.evaluator('DEMO');
    expect(story.titles()).toEqual([]);
    sqlite.exec('commit');
    await engine.settled();
    story.slot += 1;
    await story.go(3, 60);
    expect(story.titles()).toEqual(['A flow high']);
    expect(story.inWords()).toEqual(['raised A flow high']);
  });
});

describe('settings and units that change', () => {
  it('count from the next slot on', async () => {
    const story = new Story();
    await story.go(3, 6);
    story.rig.settings = settingsWith({ flow_rate: { enabled: false } });
    story.rig.readings.bus.emit('configurationChanged', { industryId: 'DEMO' });
    await story.go(4, 60);
    expect(story.titles()).toEqual([]);
    story.rig.settings = settingsWith({ flow_rate: { onDelaySlots: 1, offDelaySlots: 1 } });
    story.rig.readings.bus.emit('configurationChanged', { industryId: 'DEMO' });
    await story.go(1, 60);
    expect(story.titles()).toEqual(['A flow high']);
  });

  it('end an alarm of silence in the name of its own unit', async () => {
    const story = new Story();
    const said: string[] = [];
    story.rig.readings.bus.on('test', 'durableMessages', ({ messages }) =>
      said.push(...messages.map(({ message }) => message.body)),
    );
    await story.go(6, 6);
    for (let slots = 0; slots < 5; slots += 1) {
      await story.rig.slot(story.slot, { 'a.flow': 6, 'c.flow': 6 });
      story.slot += 1;
    }
    expect(story.titles()).toEqual(['B offline']);
    said.length = 0;
    story.rig.settings = settingsWith({ device_status: { enabled: false } });
    story.rig.readings.bus.emit('configurationChanged', { industryId: 'DEMO' });
    await story.go(1, 6);
    expect(said.length).toBeGreaterThan(0);
    expect(said.filter((body) => !body.startsWith('B online again'))).toEqual([]);
  });

  it('end the alarms of a rule that watches no longer', async () => {
    const story = new Story();
    await story.go(3, 6);
    await story.go(2, 60);
    story.rig.settings = settingsWith({ flow_rate: { enabled: false } });
    story.rig.readings.bus.emit('configurationChanged', { industryId: 'DEMO' });
    await story.go(1, 60);
    expect(story.rig.all()[0]?.clearedAtMs).toBe(story.slot * SLOT_MS);
  });

  it.each<[why: string, change: (story: Story, behind: Set<string>) => void]>([
    [
      'nobody asks any more whether units are silent',
      (story) => (story.rig.settings = settingsWith({ device_status: { enabled: false } })),
    ],
    ['its units are on another line now', (_, behind) => behind.clear()],
    ['one unit alone is left behind it', (_, behind) => void behind.delete('a')],
  ])('end the alarm of a gateway when %s', async (_, change) => {
    const behind = new Set(['a', 'b']);
    const story = new Story({ gatewayOf: (id) => (behind.has(id) ? { id: 'gw', name: 'Panel 1', slaveId: 7 } : undefined) });
    await story.go(6, 6);
    for (const end = story.slot + 6; story.slot < end; story.slot += 1) await story.rig.slot(story.slot, { 'c.flow': 6 });
    expect(story.titles()).toEqual(['Panel 1: 2 units offline']);
    change(story, behind);
    story.rig.readings.bus.emit('configurationChanged', { industryId: 'DEMO' });
    await story.rig.slot(story.slot, { 'c.flow': 6 });
    expect(story.rig.all()[0]?.clearedAtMs).toBe((story.slot + 1) * SLOT_MS);
  });

  it('end the alarm of a limit that was taken away, though the unit has another one', async () => {
    const story = new Story();
    const { meta } = story.unit('a');
    meta.flowLow = 1;
    await story.go(3, 6);
    await story.go(2, 60);
    expect(story.titles()).toEqual(['A flow high']);
    delete meta.flowHigh;
    story.rig.readings.bus.emit('configurationChanged', { industryId: 'DEMO' });
    await story.go(1, 60);
    expect(story.rig.all()[0]?.clearedAtMs).toBe(story.slot * SLOT_MS);
  });

  it('announce again what comes back with its limit, long after that was taken away and though nobody acknowledged it', async () => {
    const story = new Story();
    await story.go(3, 6);
    await story.go(2, 60);
    const switchTo = (enabled: boolean): void => {
      story.rig.settings = settingsWith({ flow_rate: { enabled } });
      story.rig.readings.bus.emit('configurationChanged', { industryId: 'DEMO' });
    };
    switchTo(false);
    await story.go(24, 60);
    switchTo(true);
    await story.go(4, 60);
    expect(story.inWords()).toEqual(['raised A flow high', 'reminded A flow high']);
  });
});
