import { useLayoutEffect, useRef } from 'react';

/** The browser's own dialog, open while it is drawn; when it goes, the focus is again where it was before. */
export const useModal = () => {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // one that is taken out of the page while it is open leaves the focus nowhere
    return () => shown?.close();
  }, []);
  return dialog;
};
