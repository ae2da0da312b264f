/** The dialog over the page, the topmost one where there are several; undefined where there is none. */
export const openModal = (): HTMLDialogElement | undefined =>
  [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')].at(-1);

/** As Escape does: what closes by its own buttons alone stays. */
export const cancelModal = (dialog: HTMLDialogElement): void => {
  if (dialog.getAttribute('closedby') === 'none') return;
  if (dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close();
};
