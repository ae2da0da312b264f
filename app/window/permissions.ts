import type { Session } from 'electron';

const ACCEPTED = 0;
const REFUSED = -2;

const isOn = (url: string, origin: string | undefined): boolean =>
  origin !== undefined && URL.canParse(url) && new URL(url).origin === origin;

/** Whether a page may ask for this: its own server, and what it made itself. */
const isAllowedRequest = (url: string, origin: string | undefined): boolean => {
  if (/^(data|blob|devtools):/.test(url)) return true;
  return isOn(url.replace(/^ws/, 'http'), origin);
};

/** A page may go elsewhere on its own server alone. */
export const isAllowedPage = isOn;

/**
 * Nothing but copying a text is permitted, nothing is asked of another server, and no certificate is believed but the one that the data folder holds.
 * @param isLeaf whether a certificate in PEM is that one
 */
export const closeSession = (session: Session, origin: () => string | undefined, isLeaf: (pem: string) => boolean): void => {
  // a button of the panel that copies a text; what is in the clipboard is not read
  const isCopying = (permission: string, from: string): boolean =>
    permission === 'clipboard-sanitized-write' && isOn(from, origin());
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) =>
    answer(isCopying(permission, requestingUrl)),
  );
  session.setPermissionCheckHandler((_contents, permission, from) => isCopying(permission, from));
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !isAllowedRequest(url, origin()) }));
  session.setCertificateVerifyProc(({ certificate }, answer) => answer(isLeaf(certificate.data) ? ACCEPTED : REFUSED));
};
