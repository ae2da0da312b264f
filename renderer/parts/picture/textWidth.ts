const usualPxPerCharacter = 7.5;

let measuring: CanvasRenderingContext2D | null | undefined;

/** A canvas with the font of the page; null outside of a browser. */
const canvas = (): CanvasRenderingContext2D | null => {
  if (measuring !== undefined) return measuring;
  measuring = typeof document === 'undefined' ? null : document.createElement('canvas').getContext('2d');
  if (measuring !== null) measuring.font = `13px ${getComputedStyle(document.body).fontFamily}`;
  return measuring;
};

/** Pixels that words of 13 px take; "Blow-down" is wider than nine usual letters. */
export const textWidthPx = (words: string): number => canvas()?.measureText(words).width ?? usualPxPerCharacter * words.length;
