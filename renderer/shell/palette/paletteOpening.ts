/** Opens the search in the header, from anywhere on a page. */
export const paletteOpening = new EventTarget();
export const openPalette = (): void => void paletteOpening.dispatchEvent(new Event('open'));
