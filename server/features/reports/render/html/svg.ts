import { escapeHtml } from '../../../../core/text/escapeHtml.ts';
import type { Drawing, Shape } from '../drawing.ts';

const at = (value: number): string => String(Math.round(value * 100) / 100);

const shapeSvg = (shape: Shape): string => {
  switch (shape.kind) {
    case 'line': {
      const [[x1, y1], [x2, y2]] = [shape.from, shape.to];
      const dashes = shape.isDashed ? ' stroke-dasharray="4 3"' : '';
      return `<line x1="${at(x1)}" y1="${at(y1)}" x2="${at(x2)}" y2="${at(y2)}" stroke="${shape.stroke}" stroke-width="${shape.width}"${dashes}/>`;
    }
    case 'rect': {
      const stroke = shape.stroke ? ` stroke="${shape.stroke}" stroke-width="0.7"` : '';
      return `<rect x="${at(shape.x)}" y="${at(shape.y)}" width="${at(shape.width)}" height="${at(shape.height)}" fill="${shape.fill}"${stroke}/>`;
    }
    case 'path': {
      const points = shape.points.map(([x, y]) => `${at(x)},${at(y)}`).join(' ');
      return `<polyline points="${points}" fill="${shape.fill ?? 'none'}" stroke="${shape.stroke ?? 'none'}" stroke-width="${shape.width ?? 1}"/>`;
    }
    case 'band': {
      const [[x1, y1], [x2, y2]] = [shape.from, shape.to];
      const middle = at((x1 + x2) / 2);
      const h = shape.height;
      const edge = `M${at(x1)} ${at(y1)}C${middle} ${at(y1)} ${middle} ${at(y2)} ${at(x2)} ${at(y2)}`;
      const back = `L${at(x2)} ${at(y2 + h)}C${middle} ${at(y2 + h)} ${middle} ${at(y1 + h)} ${at(x1)} ${at(y1 + h)}Z`;
      return `<path d="${edge}${back}" fill="${shape.fill}"/>`;
    }
    case 'text': {
      const weight = shape.isBold ? ' font-weight="700"' : '';
      return `<text x="${at(shape.at[0])}" y="${at(shape.at[1])}" font-size="${shape.size}" fill="${shape.fill}" text-anchor="${shape.anchor}"${weight}>${escapeHtml(shape.text)}</text>`;
    }
  }
};

/** A figure as inline SVG, scaled to its place. */
export const drawingSvg = ({ width, height, title, shapes }: Drawing): string =>
  `<svg viewBox="0 0 ${at(width)} ${at(height)}" role="img" xmlns="http://www.w3.org/2000/svg"><title>${escapeHtml(title)}</title>${shapes.map(shapeSvg).join('')}</svg>`;
