/** Below the server's root, and below its public address. */
export const LOGO_FOLDER = '/files/industry-logo/';

const SELF = 'http://self.invalid';
const isName = (text: string): boolean => /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}(\.[A-Za-z0-9]{1,10})?$/.test(text);

/** Whether a path is the logo folder and a plain name in it: no dots to climb, no encodings. */
const isInFolder = (path: string, root: string): boolean => {
  const folder = root.replace(/\/$/, '') + LOGO_FOLDER;
  const [name = '', ...deeper] = path.split('/').slice(folder.split('/').length - 1);
  return deeper.length === 0 && path === `${folder}${name}` && isName(name);
};

/**
 * Whether an address may be an industry's logo: on this server as a path, or under its public address. Decided by the parts of
 * the parsed address, each compared whole.
 */
export const isLogoAllowed = (logo: string, publicUrl: string | undefined): boolean => {
  if (logo.length > 2048) return false;
  if (logo.startsWith('/')) {
    // what parses to another path than it spells, such as //host or /../, is not one of ours
    const { origin, pathname, search, hash } = new URL(SELF + logo);
    return origin === SELF && pathname + search + hash === logo && isInFolder(logo, '');
  }
  if (publicUrl === undefined || !URL.canParse(logo)) return false;
  const [own, sent] = [new URL(publicUrl), new URL(logo)];
  return (
    sent.protocol === own.protocol &&
    sent.host === own.host &&
    sent.username === '' &&
    sent.password === '' &&
    sent.search === '' &&
    sent.hash === '' &&
    logo.endsWith(sent.pathname) &&
    isInFolder(sent.pathname, own.pathname)
  );
};
