/** Replaces a secret. */
export const HIDDEN = '[hidden]';

/** How the token of a wall display begins. */
export const WALL_TOKEN = 'hww_';
/** The rest are 32 bytes as base64url. */
const wallTokens = /hww_[\w-]{43}/g;

/** Field names whose value is never written, compared without case, `-` and `_`. */
const secretFields = new Set([
  ...['authorization', 'proxyauthorization', 'cookie', 'setcookie', 'jwt', 'passwordhash'],
  ...['otp', 'pin', 'phnumber', 'phone', 'phoneno'],
]);
/** How such names end too: botToken, newPassword, X-Api-Key. */
const secretEndings = ['token', 'secret', 'password', 'passphrase', 'apikey', 'authkey', 'privatekey'];

/** Whether the value of a field of this name may be written nowhere. */
export const isSecret = (name: string): boolean => {
  const plain = name.toLowerCase().replace(/[-_]/g, '');
  return secretFields.has(plain) || secretEndings.some((ending) => plain.endsWith(ending));
};

/** The three parts of every JSON web token in a run of its characters; found by their start and their dots, in linear time. */
const hideJwts = (run: string): string => {
  let written = '';
  let rest = run;
  for (let at = rest.indexOf('eyJ'); at >= 0; at = rest.indexOf('eyJ')) {
    const header = rest.indexOf('.', at);
    const payload = header < 0 ? -1 : rest.indexOf('.', header + 1);
    if (payload < 0) break;
    const signature = rest.indexOf('.', payload + 1);
    written += rest.slice(0, at) + HIDDEN;
    rest = signature < 0 ? '' : rest.slice(signature);
  }
  return written + rest;
};

const privateKeys = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g;
/** What a service calls its key in an address. */
const secretParameters =
  /([?&;#](?:[a-z]{1,12}[-_]?)?(?:jwt|token|key|secret|pass|passwd|password|pwd|auth|signature|sig|otp|pin)=)[^&;#\s"'<>]+/gi;

/** Tokens anywhere in a text: in a URL, after Bearer, alone; and keys in PEM. */
export const hideTokens = (text: string): string =>
  text
    .replace(privateKeys, HIDDEN)
    .replace(/[\w.-]+/g, hideJwts)
    .replace(wallTokens, HIDDEN)
    .replace(secretParameters, `$1${HIDDEN}`)
    .replace(/(:\/\/)[^\s/@"'<>]+@/g, `$1${HIDDEN}@`)
    .replace(/(\/bot\d{1,20}:)[\w-]+/g, `$1${HIDDEN}`)
    .replace(/\b((?:Bearer|Basic)\s+)[\w.~+/=-]+/gi, `$1${HIDDEN}`);

/** An address of another machine ends after its host: what follows may be its key, wherever a service wants it. */
export const hidePaths = (text: string): string =>
  text.replace(/\b([a-z][a-z0-9+.-]{0,20}:\/\/)([^\s/?#"'<>]+)([/?#][^\s"'<>]*)/gi, (whole, scheme: string, host: string) =>
    /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(host) ? whole : `${scheme}${host}/${HIDDEN}`,
  );
