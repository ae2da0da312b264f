/** What the wall shows in turn. */
export const wallPages = ['overview', 'water', 'hours'] as const;
export type WallPageName = (typeof wallPages)[number];

/** `page`: stays on one page, for a wall of several screens. */
export type WallSearch = { page?: WallPageName };

export const readSearch = (search: Record<string, unknown>): WallSearch => {
  const page = wallPages.find((one) => one === search.page);
  return page === undefined ? {} : { page };
};
