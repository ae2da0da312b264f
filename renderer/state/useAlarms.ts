import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { listAlarms } from '../../server/contract/plant/alarms.ts';
import { endpointKey, useEndpoint } from '../api/useEndpoint.ts';
import { type Attention, attentionOf } from './alarms.ts';
import type { Fresh } from './fresh.ts';
import { useProfile, useServices } from './services.ts';

/** The socket says when something changed; this only guards against what it does not say, such as the end of a shelving. */
const guardMs = 5 * 60_000;
/** Who lacks the right ALERTS is sent no alarm messages. */
const unheardMs = 30_000;

/** Alarms as they are now; the same call for the bar, the pages and the wall. */
export const useAlarms = (): { attention: Attention | null; fresh: Fresh; mayAct: boolean; queued: ReadonlySet<string> } => {
  const { acks } = useServices();
  const { permissions } = useProfile();
  const mayAct = permissions.includes('ALERTS');
  const { data, fresh } = useEndpoint(listAlarms, { query: {} }, { everyMs: mayAct ? guardMs : unheardMs });
  const waiting = useSyncExternalStore(acks.subscribe, acks.waiting);
  const queued = useMemo(() => new Set(waiting.map(({ alarmId }) => alarmId)), [waiting]);
  const attention = useMemo(() => (data === undefined ? null : attentionOf(data.alarms, queued)), [data, queued]);
  return { attention, fresh, mayAct, queued };
};

const gatherMs = 100;

/** Reads the alarms anew when the socket says that one changed, and sends what waits when the link is back. Once, in the shell. */
export const useAlarmFeed = (): void => {
  const { live, acks } = useServices();
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const again = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void client.invalidateQueries({ queryKey: endpointKey(listAlarms) }), gatherMs);
    };
    const leave = [
      live.onDurable(again),
      live.subscribe(() => {
        if (live.connection().state === 'open') void acks.flush().then(again);
      }),
    ];
    return () => {
      clearTimeout(timer);
      for (const one of leave) one();
    };
  }, [live, acks, client]);
};
