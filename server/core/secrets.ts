/** Replaces a secret. */
export const HIDDEN = '[hidden]';

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

/** Tokens anywhere in a text: in a URL, after Bearer, alone. */
export const hideTokens = (text: string): string =>
  text
    .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, HIDDEN)
    .replace(/([?&](?:jwt|token|access_token)=)[^&\s"']+/gi, `$1${HIDDEN}`)
    .replace(/\b(Bearer\s+)[\w.~+/=-]+/gi, `$1${HIDDEN}`);
