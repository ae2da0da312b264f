/** Height of a line of a label, px. */
export const labelPx = 14;

/**
 * Where labels are written, px from the top: each at the place it is wanted or as near as the ones above and below it let it be, none
 * over another while there is room for all.
 */
export const labelPlaces = (wanted: readonly number[], { top, bottom }: { top: number; bottom: number }): number[] => {
  const order = wanted.map((_, at) => at).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0) || a - b);
  const places = [...wanted];
  let least = top;
  for (const at of order) {
    places[at] = Math.max(least, wanted[at] ?? 0);
    least = (places[at] ?? 0) + labelPx;
  }
  let most = bottom;
  for (const at of order.reverse()) {
    places[at] = Math.min(most, places[at] ?? 0);
    most = (places[at] ?? 0) - labelPx;
  }
  return places;
};
