/** The page of an address that leads nowhere. */
export const notFound = {
  title: 'No such page',
  body: 'There is nothing at this address. It may have been moved, or a letter is missing.',
  asked: 'Asked for',
  near: 'Written alike',
  main: 'Where most people go',
  search: 'Search units, pages and alarms',
};
