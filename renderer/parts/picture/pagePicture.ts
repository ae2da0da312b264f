/** Properties that make the look of an element; all of them on every element would be megabytes. */
const looks = [
  ...['color', 'background-color', 'background-image', 'background-size', 'opacity', 'visibility', 'overflow'],
  ...['font-family', 'font-size', 'font-weight', 'font-variant-numeric', 'line-height', 'letter-spacing', 'text-align'],
  ...['text-decoration', 'text-overflow', 'white-space', 'text-anchor', 'dominant-baseline'],
  ...['display', 'position', 'top', 'right', 'bottom', 'left', 'width', 'height', 'margin', 'padding', 'box-sizing'],
  ...['border-top', 'border-right', 'border-bottom', 'border-left', 'border-radius', 'border-collapse', 'box-shadow'],
  ...['flex', 'flex-direction', 'flex-wrap', 'align-items', 'align-self', 'align-content', 'justify-content', 'gap', 'order'],
  ...[
    'grid-template-columns',
    'grid-template-rows',
    'grid-template-areas',
    'grid-area',
    'grid-column',
    'grid-row',
    'grid-auto-flow',
  ],
  ...['transform', 'transform-origin', 'fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linejoin'],
];

const dress = (from: Element, to: Element): void => {
  const style = getComputedStyle(from);
  if (to instanceof HTMLElement || to instanceof SVGElement) {
    for (const name of looks) to.style.setProperty(name, style.getPropertyValue(name));
  }
  if (from instanceof HTMLCanvasElement) {
    const image = document.createElement('img');
    image.src = from.toDataURL();
    for (const name of looks) image.style.setProperty(name, style.getPropertyValue(name));
    to.replaceWith(image);
    return;
  }
  const children = [...to.children];
  for (const [index, child] of [...from.children].entries()) {
    const copy = children[index];
    if (copy !== undefined) dress(child, copy);
  }
};

const loadImage = async (source: string): Promise<HTMLImageElement> => {
  const image = new Image();
  image.src = source;
  await image.decode();
  return image;
};

/** A PNG of an element as it is on the screen, twice as fine, on the page's ground. */
export const pngOf = async (element: HTMLElement): Promise<Blob> => {
  const { width, height } = element.getBoundingClientRect();
  const copy = element.cloneNode(true);
  if (!(copy instanceof HTMLElement)) throw new Error('not an element');
  dress(element, copy);
  copy.style.margin = '0';
  const body = new XMLSerializer().serializeToString(copy);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><foreignObject width="100%" height="100%">${body}</foreignObject></svg>`;
  // a data: image keeps the canvas readable; a blob: one does not
  const image = await loadImage(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`);
  const canvas = document.createElement('canvas');
  const scale = 2;
  canvas.width = Math.ceil(width * scale);
  canvas.height = Math.ceil(height * scale);
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('no canvas');
  pen.fillStyle = getComputedStyle(document.body).backgroundColor;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.scale(scale, scale);
  pen.drawImage(image, 0, 0);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob === null ? reject(new Error('no picture')) : resolve(blob)), 'image/png'),
  );
};
