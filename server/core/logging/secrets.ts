/** Replaces a secret. */
export const HIDDEN = '[hidden]';

/** How the token of a wall display begins. */
export const WALL_TOKEN = 'hww_';
/** The rest are 32 bytes as base64url. */
const wallTokens = /hww_[\w-]{43}/g;

/** Field names whose value is never written, compared without case, `-` and `_`. */
const secretFields = new Set([
  'authorization',
  'proxyauthorization',
  'cookie',
  'setcookie',
  'password',
  'passwordhash',
  'secret',
  'clientsecret',
  'otp',
  'jwt',
  'token',
  'idtoken',
  'accesstoken',
  'refreshtoken',
  'fcmtoken',
  'metricstoken',
  'apikey',
  'privatekey',
  'phnumber',
  'phone',
  'phoneno',
]);

/** Whether the value of a field of this name may be written nowhere. */
export const isSecret = (name: string): boolean => secretFields.has(name.toLowerCase().replace(/[-_]/g, ''));

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

/** Tokens anywhere in a text: in a URL, after Bearer, alone. */
export const hideTokens = (text: string): string =>
  text
    .replace(/[\w.-]+/g, hideJwts)
    .replace(wallTokens, HIDDEN)
    .replace(/([?&](?:jwt|token|access_token)=)[^&\s"']+/gi, `$1${HIDDEN}`)
    .replace(/\b(Bearer\s+)[\w.~+/=-]+/gi, `$1${HIDDEN}`);
