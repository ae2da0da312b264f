/** Parts of an address by their names. */
export type Pins = Readonly<Record<string, string>>;

/** Where others find what is shown, with what the address leaves to the clock. */
export const pinnedLink = (address: string, origin: string, pins: Pins): string => {
  const { pathname, search } = new URL(address);
  const said = new URLSearchParams(search);
  for (const [name, value] of Object.entries(pins)) said.set(name, value);
  const query = said.toString();
  return `${origin}${pathname}${query === '' ? '' : `?${query}`}`;
};
