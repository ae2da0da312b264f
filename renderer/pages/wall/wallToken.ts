/** The token in the address of a wall display (`/wall#token=…`); null where there is none. Afterwards the address does not show it. */
export const takeWallToken = (
  place: Pick<Location, 'pathname' | 'search' | 'hash'>,
  history: Pick<History, 'replaceState'>,
): string | null => {
  if (place.pathname !== '/wall') return null;
  const token = new URLSearchParams(place.hash.slice(1)).get('token');
  if (token !== null) history.replaceState(null, '', place.pathname + place.search);
  return token;
};
