import { describe, expect, it } from 'vitest';
import { SLOT_MS } from '../../../core/slots.ts';
import { Story } from '../../../test/alarmStory.ts';

describe('a slot that cannot be stored', () => {
  it('notifies nobody, and is evaluated again with the next one', async () => {
    const story = new Story();
    const received: string[] = [];
    story.rig.readings.bus.on('test', 'durableMessages', ({ messages }) =>
      received.push(...messages.map(({ message }) => message.title)),
    );
    await story.go(3, 6);
    await story.go(1, 60);
    const { sqlite } = story.rig.readings.connection;
    sqlite.exec("create trigger full before insert on live_message begin select raise(abort, 'disk is full'); end");
    await story.go(1, 60);
    expect([story.titles(), received]).toEqual([[], []]);
    sqlite.exec('drop trigger full');
    await story.go(1, 60);
    expect(story.rig.inWords()).toEqual(['2026-03-10T00:25 flow_rate A flow high']);
    expect(received).toEqual(['A flow high']);
  });
});

describe('a slot that cannot be stored at its end', () => {
  it('notifies nobody until it is stored, and then once', async () => {
    const story = new Story();
    const received: string[] = [];
    story.rig.readings.bus.on('test', 'durableMessages', ({ messages }) =>
      received.push(...messages.map(({ message }) => message.title)),
    );
    await story.go(4, 6);
    await story.go(1, 60);
    const { sqlite } = story.rig.readings.connection;
    sqlite.exec("create trigger full before insert on alarm_progress begin select raise(abort, 'disk is full'); end");
    await story.go(1, 60);
    expect([story.titles(), received]).toEqual([[], []]);
    sqlite.exec('drop trigger full');
    await story.go(2, 60);
    expect([story.titles(), received]).toEqual([['A flow high'], ['A flow high']]);
  });
});

describe('slots that closed all at once', () => {
  it('are evaluated with a turn for everybody else between them', async () => {
    const story = new Story();
    await story.go(3, 6);
    const { readings, engine } = story.rig;
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    readings.clock.set((story.slot + 200) * SLOT_MS + 3000);
    await readings.ingest.flush();
    setImmediate(count);
    await engine.settled();
    isOver = true;
    expect(turns).toBeGreaterThan(150);
  });
});

describe('sums of days', () => {
  it('are read again where a day changed, and all of them once a day is closed', async () => {
    const story = new Story();
    await story.go(1, 6);
    const { engine, readings } = story.rig;
    const { sums } = await engine.evaluator('DEMO');
    let sum = 5;
    const of = (seriesId: number): number | null => sums.of({ dayTotals: () => [{ day: 100, sum }] as never }, seriesId, 100);
    expect([of(901), of(902)]).toEqual([5, 5]);
    sum = 6;
    readings.bus.emit('dayRevised', { industryId: 'DEMO', date: '2026-03-08', seriesIds: [901] });
    await engine.settled();
    expect([of(901), of(902)]).toEqual([6, 5]);
    sum = 7;
    readings.bus.emit('dayClosed', { industryId: 'DEMO', date: '2026-03-08' });
    await engine.settled();
    expect([of(901), of(902)]).toEqual([7, 7]);
  });

  it('are read again after a slot that could not be stored', async () => {
    const story = new Story();
    await story.go(1, 6);
    const { engine, readings } = story.rig;
    const of = async (sum: number): Promise<number | null> =>
      (await engine.evaluator('DEMO')).sums.of({ dayTotals: () => [{ day: 100, sum }] as never }, 901, 100);
    expect([await of(5), await of(6)]).toEqual([5, 5]);
    readings.connection.sqlite.exec(
      "create trigger full before insert on alarm_progress begin select raise(abort, 'disk is full'); end",
    );
    await story.go(1, 6);
    expect(await of(7)).toBe(7);
  });
});
