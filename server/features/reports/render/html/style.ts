import { alarmColour, ink } from '../drawing.ts';

/** Tables with more columns than this are printed on their side. */
const MOST_COLUMNS_UPRIGHT = 8;

/** For the screen and for paper, which is numbered; nothing is fetched. */
export const styleFor = (columns: number): string =>
  `${style}@page{size:A4${columns > MOST_COLUMNS_UPRIGHT ? ' landscape' : ''};margin:14mm 12mm;@bottom-right{content:"page " counter(page) " of " counter(pages);font:9px sans-serif;color:${ink.soft}}}`;

const style = `
:root{color-scheme:light}
*{box-sizing:border-box}
body{font:13px/1.45 "Noto Sans","Noto Sans Devanagari",system-ui,sans-serif;color:${ink.text};background:#fff;margin:0 auto;padding:24px;max-width:1100px}
header{display:flex;gap:16px;align-items:center;border-bottom:2px solid ${ink.text};padding-bottom:10px}
header img{max-height:56px;max-width:180px;object-fit:contain}
h1{font-size:20px;line-height:1.2;margin:0}
.plant{margin:0;color:${ink.soft}}
h2{font-size:14px;margin:22px 0 6px;break-after:avoid}
.facts{display:flex;flex-wrap:wrap;gap:4px 28px;margin:10px 0 0}
.facts dt{color:${ink.soft};font-size:11px}
.facts dd{margin:0}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(170px,1fr));gap:10px;margin-top:16px}
.tile{border:1px solid ${ink.rule};border-left:3px solid ${ink.soft};padding:8px 10px;break-inside:avoid}
.tile.bad{border-left-color:${alarmColour}}
.tile p{margin:0}
.figure{font-size:20px;font-variant-numeric:tabular-nums}
.figure span{font-size:12px;color:${ink.soft}}
.small{font-size:11px;color:${ink.soft};margin:4px 0}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{padding:3px 7px;border-bottom:1px solid ${ink.rule};text-align:left;vertical-align:top;overflow-wrap:break-word}
thead th{background:${ink.head};border-bottom-color:${ink.soft};overflow-wrap:normal}
th.n,td.n{text-align:right;white-space:nowrap}
th.n{white-space:normal}
tr{break-inside:avoid}
tr.group th{background:${ink.faint};font-weight:600}
tfoot td{font-weight:700;border-top:1px solid ${ink.text}}
.verdict{font-size:19px;line-height:1.3;font-weight:600;margin:18px 0 10px}
.findings{list-style:none;margin:0 0 12px;padding:0}
.findings li{display:flex;gap:8px;margin:4px 0}
.mark{flex:none;width:18px;height:18px;border:1.5px solid ${ink.text};font-weight:700;line-height:16px;text-align:center}
h3{font-size:14px;margin:16px 0 6px}
.first{break-after:page}
section{break-inside:avoid-page}
.figure-section{break-inside:avoid}
svg{width:100%;height:auto;max-width:900px}
.notes{margin:22px 0 0;padding:8px 0 0 16px;border-top:1px solid ${ink.rule};font-size:11px;color:${ink.soft}}
.signatures{display:flex;gap:32px;margin-top:48px;break-inside:avoid}
.signatures p{flex:1;border-top:1px solid ${ink.text};padding-top:4px;margin:0}
@media print{body{padding:0;max-width:none;font-size:9px}th,td{padding:2px 4px}.wide{overflow:visible}thead{display:table-header-group}tfoot{display:table-row-group}}
`.replaceAll('\n', '');
