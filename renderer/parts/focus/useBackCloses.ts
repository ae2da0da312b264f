import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { cancelModal, openModal } from './openModal.ts';

/** The browser's back and forward close the dialog over the page first, and the page stays: on a phone back is the way out of everything. */
export const useBackCloses = (): void => {
  const { history } = useRouter();
  useEffect(
    () =>
      history.block({
        enableBeforeUnload: false,
        blockerFn: ({ action }) => {
          const dialog = openModal();
          if (dialog === undefined || action === 'PUSH' || action === 'REPLACE') return false;
          cancelModal(dialog);
          return true;
        },
      }),
    [history],
  );
};
