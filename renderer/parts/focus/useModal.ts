import { useLayoutEffect, useRef, useState } from 'react';
import { focusedNow, wayBackTo } from './wayBack.ts';

/** The browser's own dialog, open while it is drawn; when it goes, the focus is again where it was before, or near it. */
export const useModal = () => {
  const dialog = useRef<HTMLDialogElement>(null);
  const [back] = useState(() => wayBackTo(focusedNow()));
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => {
      // one that is taken out of the page while it is open leaves the focus nowhere
      shown?.close();
      // what goes with the dialog has gone by then
      queueMicrotask(() => {
        if (document.activeElement === document.body) back.orNear();
      });
    };
  }, [back]);
  return dialog;
};
