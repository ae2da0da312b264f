import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { alarmHistory, listAlarms } from '../../server/contract/plant/alarms.ts';
import { endpointKey, useEndpoint } from '../api/useEndpoint.ts';
import { type Attention, attentionOf } from './alarms.ts';
import type { Fresh } from './fresh.ts';
import { oneByOne } from './oneByOne.ts';
import { useProfile, useServices } from './services.ts';

/** The socket says when something changed; this only guards against what it does not say, such as the end of a shelving. */
const guardMs = 5 * 60_000;
/** Who lacks the right ALERTS is sent no alarm messages. */
const unheardMs = 30_000;

type Alarms = {
  attention: Attention | null;
  fresh: Fresh;
  mayAct: boolean;
  /** Acknowledged here, and not known to the server yet. */
  queued: ReadonlySet<string>;
  /** Known to the server, while the alarms were read before. */
  arrived: ReadonlySet<string>;
};

/** Alarms as they are now; the same call for the bar, the pages and the wall. */
export const useAlarms = (): Alarms => {
  const { acks } = useServices();
  const { permissions } = useProfile();
  const mayAct = permissions.includes('ALERTS');
  const { data, fresh } = useEndpoint(listAlarms, { query: {} }, { everyMs: mayAct ? guardMs : unheardMs });
  const waiting = useSyncExternalStore(acks.subscribe, acks.waiting);
  const queued = useMemo(() => new Set(waiting.map(({ alarmId }) => alarmId)), [waiting]);
  const arrived = useSyncExternalStore(acks.subscribe, acks.arrived);
  const attention = useMemo(
    () => (data === undefined ? null : attentionOf(data.alarms, new Set([...queued, ...arrived]))),
    [data, queued, arrived],
  );
  return { attention, fresh, mayAct, queued, arrived };
};

const gatherMs = 100;

/** Reads the alarms anew when the socket says that one changed or an acknowledgement has arrived, and sends what waits when the link is back. Once, in the shell. */
export const useAlarmFeed = (): void => {
  const { live, acks } = useServices();
  const client = useQueryClient();
  useEffect(() => {
    const again = oneByOne(gatherMs, async () => {
      const arrived = acks.arrived();
      await Promise.all([listAlarms, alarmHistory].map((row) => client.invalidateQueries({ queryKey: endpointKey(row) })));
      // the answer is drawn a turn later
      await new Promise((done) => setTimeout(done));
      acks.wereRead(arrived);
    });
    const leave = [
      live.onDurable(again.call),
      live.subscribe(() => {
        if (live.connection().state === 'open') void acks.flush().then(again.call);
      }),
      acks.subscribe(() => {
        if (acks.arrived().size > 0) again.call();
      }),
    ];
    return () => {
      again.stop();
      for (const one of leave) one();
    };
  }, [live, acks, client]);
};
