import { escapeHtml } from '../../../../core/text/escapeHtml.ts';
import type { FirstPage } from '../../model.ts';
import { chartDrawing } from '../chart.ts';
import { flowDrawing } from '../flowFigure.ts';
import { bandTexts, changeText, numberText } from '../numbers.ts';
import { drawingSvg } from './svg.ts';

const SIZE = { chart: [700, 190], flow: [700, 300] } as const;

const findingHtml = ({ mark, title, body, action }: FirstPage['findings'][number]): string =>
  `<li><span class="mark" aria-hidden="true">${escapeHtml(mark)}</span><div><strong>${escapeHtml(title)}</strong> ${escapeHtml(body)} <strong>${escapeHtml(action)}</strong></div></li>`;

const figureRow = (figure: FirstPage['figures'][number]): string => {
  const { name, unit, decimals, like, changePct, usual, isOutside } = figure;
  const written = bandTexts(figure);
  const band = usual === null ? '' : `usually ${written.band}`;
  const cells = [`${written.value} ${unit}`, numberText(like, decimals), changeText(changePct)];
  const said = isOutside ? `<strong>outside</strong>, ${escapeHtml(band)}` : escapeHtml(band);
  return `<tr><td>${escapeHtml(name)}</td>${cells.map((text) => `<td class="n">${escapeHtml(text)}</td>`).join('')}<td>${said}</td></tr>`;
};

/** The page for a reader in a hurry: verdict, what was out of the ordinary, key figures and one picture. */
export const firstPageHtml = ({ verdict, findings, more, figures, against, picture }: FirstPage): string => {
  const list = findings.length === 0 ? '' : `<ul class="findings">${findings.map(findingHtml).join('')}</ul>`;
  const rest = more > 0 ? `<p class="small">And ${more} more, in the tables that follow.</p>` : '';
  const heads = ['This period', against, 'Change'].map((name) => `<th scope="col" class="n">${escapeHtml(name)}</th>`).join('');
  const table =
    figures.length === 0
      ? ''
      : `<div class="wide" role="group" tabindex="0" aria-label="Key figures"><table><thead><tr><th scope="col">Key figure</th>${heads}<th scope="col">Usually</th></tr></thead><tbody>${figures.map(figureRow).join('')}</tbody></table></div>`;
  const drawing =
    picture === null
      ? null
      : picture.kind === 'chart'
        ? chartDrawing(picture, ...SIZE.chart)
        : flowDrawing(picture, ...SIZE.flow);
  const drawn =
    picture === null || drawing === null || drawing.shapes.length === 0
      ? ''
      : `<h3>${escapeHtml(picture.title)}</h3>${drawingSvg(drawing)}`;
  return `<section class="first"><h2 class="verdict">${escapeHtml(verdict.join(' '))}</h2>${list}${rest}${table}${drawn}</section>`;
};
