import { createHash } from 'node:crypto';

/** Below the server's root, and below its public address. */
export const LOGO_FOLDER = '/files/industry-logo/';

/** Of the industry and of the file; both say nothing and cannot be guessed. */
export const LOGO_NAME = /^([0-9a-f]{16})-[0-9a-f]{32}\.(png|jpg|webp)$/;
/** What the names of an industry's uploads begin with. */
export const logoMark = (industryId: string): string => createHash('sha256').update(industryId).digest('hex').slice(0, 16);

const isOfAnother = (logo: string, industryId: string): boolean => {
  const mark = LOGO_NAME.exec(logo.slice(logo.lastIndexOf('/') + 1))?.[1];
  return mark !== undefined && mark !== logoMark(industryId);
};

const SELF = 'http://self.invalid';
const isName = (text: string): boolean => /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}(\.[A-Za-z0-9]{1,10})?$/.test(text);

/** Whether a path is the logo folder and a plain name in it: no dots to climb, no encodings. */
const isInFolder = (path: string, root: string): boolean => {
  const folder = root.replace(/\/$/, '') + LOGO_FOLDER;
  const [name = '', ...deeper] = path.split('/').slice(folder.split('/').length - 1);
  return deeper.length === 0 && path === `${folder}${name}` && isName(name);
};

/**
 * Whether an address may be an industry's logo: on this server as a path, or under its public address, and no upload of another
 * industry. Decided by the parts of the parsed address, each compared whole.
 */
export const isLogoAllowed = (logo: string, industryId: string, publicUrl: string | undefined): boolean => {
  if (logo.length > 2048 || isOfAnother(logo, industryId)) return false;
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
