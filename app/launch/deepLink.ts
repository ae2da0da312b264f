const MOST_LETTERS = 2000;
const ID = /^[A-Za-z0-9_-]{1,100}$/;

/**
 * The page of the panel that a headworks:// link shows. A link can show a page and never triggers an action: only the search parameter named
 * here is passed on, and a page that is not in the list gives undefined.
 */
export const pageOfLink = (link: string): string | undefined => {
  if (link.length > MOST_LETTERS || !URL.canParse(link)) return undefined;
  const { protocol, host, pathname, search, hash, username, password, port } = new URL(link);
  if (protocol !== 'headworks:' || search || hash || username || password || port) return undefined;
  const parts = pathname.split('/').filter(Boolean);
  if (host === 'pair' && parts.length === 0) return '/settings?tab=devices';
  if (host !== 'open' || parts.length !== 2) return undefined;
  const [kind = '', id = ''] = parts;
  if (!ID.test(id)) return undefined;
  if (kind === 'alarm') return `/alarms?alarm=${id}`;
  if (kind === 'unit') return `/units/${id}`;
  return undefined;
};
