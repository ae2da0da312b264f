import { useEffect } from 'react';
import type { AlarmView } from '../../../server/contract/plant/alarms.ts';
import { isPanelKey } from '../../shell/useAlarmKeys.ts';

type Parts = {
  alarms: readonly AlarmView[];
  openId: string | undefined;
  onOpen: (id: string | undefined) => void;
  /** Absent where the person may not. */
  acknowledge: ((id: string) => void) | undefined;
};

/** j and k go through the list, a acknowledges the open alarm, s goes to the reason of its shelving, Escape closes it. */
export const useListKeys = ({ alarms, openId, onOpen, acknowledge }: Parts): void => {
  useEffect(() => {
    const at = alarms.findIndex(({ id }) => id === openId);
    const press = (event: KeyboardEvent) => {
      if (!isPanelKey(event)) return;
      const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0;
      const open = alarms[at];
      if (step !== 0) onOpen(alarms[Math.max(0, Math.min(alarms.length - 1, at + step))]?.id);
      else if (event.key === 'Escape' && openId !== undefined) onOpen(undefined);
      else if (event.key === 's' && open !== undefined) document.querySelector<HTMLElement>('[data-shelve-reason]')?.focus();
      else if (event.key === 'a' && open !== undefined && acknowledge !== undefined) {
        acknowledge(open.id);
        // the open one is meant, not that of the bar
        event.stopImmediatePropagation();
      } else return;
      event.preventDefault();
    };
    addEventListener('keydown', press, { capture: true });
    return () => removeEventListener('keydown', press, { capture: true });
  }, [alarms, openId, onOpen, acknowledge]);
};
