/** How long after the start the files are fetched that the first page does not need. */
const quietMs = 10_000;

/** An installed panel has a window of its own, as an app has. */
export const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches;

/**
 * Makes the panel installable where the browser allows it: over HTTPS and on loopback. Over plain HTTP nothing is offered, because the
 * browser would refuse it.
 */
export const offerInstall = (): void => {
  if (!isSecureContext || !('serviceWorker' in navigator)) return;
  const link = Object.assign(document.createElement('link'), { rel: 'manifest', href: '/manifest.webmanifest' });
  document.head.append(link);
  // a browser that refuses the worker shows the panel as before
  const register = () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  setTimeout(register, isInstalled() || navigator.serviceWorker.controller !== null ? 0 : quietMs);
};
