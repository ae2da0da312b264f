import { alarm, type Changes, noonOf, raisedOn, say, write } from './changing.ts';
import { caller, clock, day, server } from './demo.ts';

export const eventChanges: Changes = [
  [
    'an alarm is raised',
    () => write((tx) => void server.alarms.raise(tx, alarm(noonOf(day)))),
    [/landing/, /summary/, /scada\/data/, /executive/],
  ],
  [
    'an alarm is read',
    () =>
      write((tx) =>
        server.alarms.change(
          tx,
          { ...raisedOn(day), ackedAtMs: clock.now(), ackedBy: 'x' },
          { kind: 'acknowledged', userId: null, note: '' },
        ),
      ),
    [],
  ],
  [
    'an alarm goes on and is said otherwise',
    () =>
      write((tx) => {
        const { meta } = raisedOn(day);
        const said = { title: 'Flow was high', body: 'Hidden by other use.', value: 14, meta };
        server.alarms.restate(tx, raisedOn(day), said, 'unconfirmed');
      }),
    [/landing/, /summaryPage\?[^&]*$/],
  ],
  [
    'an alarm is over',
    () => write((tx) => void server.alarms.clear(tx, raisedOn(day), clock.now(), 'over')),
    [/landing/, /executive/],
  ],
  [
    'an alarm of an hour ago has come and gone',
    () => write((tx) => void server.alarms.raise(tx, alarm(clock.now() - 3_600_000), clock.now())),
    [/executive/],
  ],
  ['a meter comes on line', () => say('line2', 'GOOD'), [/deviceData\?/, /deviceDataV2\?.*SOURCE/, /landing/, /summary/]],
  [
    'a meter goes off line',
    () => {
      // live values of a page are up to 10 s old
      clock.advance(10_000);
      say('line2', 'BAD_TIMEOUT');
    },
    [/deviceData\?/, /landing/, /summary/],
  ],
  ['an industry is pinned', () => server.dashboards.executiveAccess.togglePin(caller, 'DEMO'), [/executive/]],
  [
    'another industry is granted',
    () =>
      server.dashboards.executiveAccess.setGrants({ internal: true }, { userId: caller.userId, industryIds: ['NORTH', 'DEMO'] }),
    [/executive/],
  ],
  [
    'the shift starts later from a coming day on',
    () =>
      server.industries.changeShift('DEMO', {
        timezone: 'Asia/Kolkata',
        startAt: '07:00:00',
        endAt: '07:00:00',
        shiftName: 'Late',
      }),
    [],
  ],
];
