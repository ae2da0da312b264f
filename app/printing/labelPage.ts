import type { Label } from '../../server/contract/process/surface.ts';
import { asText } from '../window/statusPage.ts';

/** Quiet zone around the QR code, in modules: scanners need it. */
const QUIET = 4;
const MARGIN_MM = 1.5;
const GAP_MM = 2;
/** Part of a label's height for all its words, with room between lines. */
const LINES_OF_TITLE = 1.3;

/** A label of exactly its size as a page of its own: no script, no file, no network. */
export const labelPage = ({ widthMm, heightMm, qr, title, lines }: Label): string => {
  const innerMm = heightMm - 2 * MARGIN_MM;
  const codeMm = Math.min(innerMm, (widthMm - 2 * MARGIN_MM) / 2);
  const size = qr.length + 2 * QUIET;
  const squares = qr.flatMap((row, y) =>
    [...row].flatMap((one, x) => (one === '1' ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : [])),
  );
  const lineMm = Math.min(4.5, innerMm / (lines.length + 2 * LINES_OF_TITLE));
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${asText(title)}</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>@page{size:${widthMm}mm ${heightMm}mm;margin:0}*{margin:0;box-sizing:border-box}
body{display:flex;gap:${GAP_MM}mm;align-items:center;width:${widthMm}mm;height:${heightMm}mm;padding:${MARGIN_MM}mm;overflow:hidden;color:#000;background:#fff;font:${(lineMm * 0.8).toFixed(2)}mm/${lineMm.toFixed(2)}mm sans-serif}
svg{flex:none;width:${codeMm}mm;height:${codeMm}mm}div{min-width:0;max-height:100%;overflow:hidden;overflow-wrap:anywhere}
h1{font-size:${lineMm.toFixed(2)}mm;line-height:${LINES_OF_TITLE};max-height:${2 * LINES_OF_TITLE}em;overflow:hidden}p{max-height:2em;line-height:1;overflow:hidden}</style>
<svg viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path d="${squares.join('')}"/></svg>
<div><h1>${asText(title)}</h1>${lines.map((one) => `<p>${asText(one)}</p>`).join('')}</div></html>`;
  return `data:text/html;charset=utf-8,${encodeURIComponent(html)}`;
};
