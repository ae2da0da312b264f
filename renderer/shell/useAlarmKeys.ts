import { useEffect } from 'react';
import { useServices } from '../state/services.ts';
import { useAlarms } from '../state/useAlarms.ts';
import { useJustCame } from '../state/useJustCame.ts';

/** A key that a field, a dialog or the browser wants is not the panel's. */
export const isPanelKey = (event: KeyboardEvent): boolean => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return false;
  const { target } = event;
  return !(
    target instanceof Element && target.closest('input, textarea, select, [contenteditable], dialog, [role="menu"]') !== null
  );
};

/** `a` acknowledges what the bar shows; the bell rings while a critical or high alarm waits. */
export const useAlarmKeys = (): void => {
  const { acks, bell } = useServices();
  const { attention, mayAct } = useAlarms();
  const first = attention?.waiting[0];
  const isNew = useJustCame(first === undefined ? [] : [first.id]).size > 0;
  useEffect(() => {
    if (first === undefined || !mayAct || isNew) return;
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'a' || !isPanelKey(event)) return;
      event.preventDefault();
      acks.add(first.id);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [first, mayAct, isNew, acks]);
  const calls = first !== undefined && first.priority <= 2;
  useEffect(() => {
    bell.call(calls);
    return () => bell.call(false);
  }, [calls, bell]);
};
