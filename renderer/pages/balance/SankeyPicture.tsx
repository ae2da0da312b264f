import { SankeyChart } from 'echarts/charts';
import { type EChartsType, init, use as register } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { BalanceData } from '../../../server/contract/user/waterBalance.ts';
import { hatch, type Tokens, useTokens } from '../../parts/tokens.ts';
import { formatTo } from '../../text/numbers.ts';
import styles from './Picture.module.css';
import { type DrawnNode, drawn } from './sankeyData.ts';
import { nameLines, roomBetween } from './sankeyNames.ts';
import { words } from './words.ts';

register([SankeyChart, CanvasRenderer]);

const named = (id: string, name: string): string =>
  ({
    '~unaccounted': words.unaccounted,
    '~gained': words.unaccounted,
    '~toStock': words.intoStock,
    '~fromStock': words.fromStock,
    '~knownLoss': words.knownLoss,
  })[id] ?? name;

const fillsOf = (tokens: Tokens) => ({
  flow: tokens.range,
  estimated: hatch(tokens.bar),
  unaccounted: hatch(tokens.text),
});

const NODE_WIDTH = 12;
/** Between a bar and its name. */
const LABEL_GAP = 5;
/** The light edge that sets letters off from what is behind them. */
const LABEL_EDGE = 3;

/** Widths of words in a font, also where no canvas can be had. */
const measureIn = (font: string): ((words: string) => number) => {
  const canvas = document.createElement('canvas').getContext('2d');
  if (canvas === null) return () => 0;
  canvas.font = font;
  return (words) => canvas.measureText(words).width;
};

type Size = { widthPx: number; heightPx: number };

const optionOf = (data: BalanceData, tokens: Tokens, selected: string | undefined, size: Size) => {
  const { nodes, links } = drawn(data);
  const right = tokens.rem * 9;
  const columns = Math.max(1, ...nodes.map(({ depth }) => depth));
  // a name has the room up to the bars of the next column, that of the last one up to the edge of the picture
  const labelWidth = Math.max(
    tokens.rem * 4.5,
    Math.min(right - LABEL_GAP - LABEL_EDGE, (size.widthPx - right - NODE_WIDTH) / columns - NODE_WIDTH - tokens.rem * 0.5),
  );
  const fills = fillsOf(tokens);
  const most = Math.max(...nodes.map(({ value }) => value));
  // as bold as numbers are: a name in usual letters is a little shorter
  const measure = measureIn(`600 ${tokens.rem * 0.8125}px ${tokens.fontFamily}`);
  const linePx = tokens.rem * 1.0625;
  const labelOf = ({ id, name, value, isOff }: DrawnNode): { lines: number; formatter: string } => {
    const own = links.filter(({ source, target }) => source === id || target === id);
    const about = own.length > 0 && own.every(({ kind }) => kind === 'estimated') ? '~' : '';
    const figure = `${about}${formatTo(value, 1)}`;
    const { lines, isBeside } = nameLines(`${isOff ? '≠ ' : ''}${named(id, name)}`, figure, { widthPx: labelWidth, measure });
    const sameLine = isBeside && value < most * 0.08;
    return {
      lines: lines.length + (sameLine ? 0 : 1),
      formatter: `${lines.join('\n')}${sameLine ? ' ' : '\n'}{b|${figure}}`,
    };
  };
  const labelled = nodes.map((node) => ({ ...node, ...labelOf(node) }));
  const [top, bottom] = [8, tokens.rem * 1.5];
  return {
    animation: false,
    textStyle: { fontFamily: tokens.fontFamily },
    series: [
      {
        type: 'sankey' as const,
        left: 4,
        right,
        top,
        bottom,
        nodeWidth: NODE_WIDTH,
        nodeGap: roomBetween(labelled, { heightPx: size.heightPx - top - bottom, linePx, leastPx: tokens.rem * 1.5 }),
        nodeAlign: 'left' as const,
        layoutIterations: 64,
        draggable: false,
        emphasis: { disabled: true },
        label: {
          color: tokens.text,
          fontSize: tokens.rem * 0.8125,
          fontFamily: tokens.fontFamily,
          lineHeight: linePx,
          position: 'right' as const,
          distance: LABEL_GAP,
          textBorderColor: tokens.panel,
          textBorderWidth: LABEL_EDGE,
          rich: { b: { fontWeight: 600, fontSize: tokens.rem * 0.8125 } },
        },
        data: labelled.map((node) => ({
          name: node.id,
          value: node.value,
          depth: node.depth,
          itemStyle: {
            color: node.kind === 'unaccounted' ? tokens.text : tokens.secondary,
            borderColor: tokens.text,
            borderWidth: node.isOff || node.id === selected ? 3 : 0,
          },
          label: { formatter: node.formatter },
        })),
        links: links.map(({ source, target, value, kind }) => ({
          source,
          target,
          value,
          lineStyle: { color: fills[kind], opacity: 1, curveness: 0.5 },
        })),
      },
    ],
  };
};

type Props = { data: BalanceData; label: string; selected: string | undefined; onSelect: (id: string) => void };

/** Where the water went: heights are volumes. Its numbers are in the table of the page. */
export const SankeyPicture = ({ data, label, selected, onSelect }: Props) => {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType | null>(null);
  const select = useRef(onSelect);
  select.current = onSelect;
  const tokens = useTokens();
  const [size, setSize] = useState<Size>({ widthPx: 0, heightPx: 0 });
  const option = useMemo(() => optionOf(data, tokens, selected, size), [data, tokens, selected, size]);

  useEffect(() => {
    if (box.current === null) return;
    const made = init(box.current, null, { renderer: 'canvas' });
    chart.current = made;
    made.on('click', (event) => {
      if (event.dataType === 'node' && !event.name.startsWith('~')) select.current(event.name);
    });
    const observer = new ResizeObserver(() => {
      made.resize();
      setSize({ widthPx: made.getWidth(), heightPx: made.getHeight() });
    });
    observer.observe(box.current);
    return () => {
      observer.disconnect();
      made.dispose();
      chart.current = null;
    };
  }, []);
  useEffect(() => {
    chart.current?.setOption(option, { notMerge: true });
  }, [option]);

  return <div ref={box} className={styles.canvas} role="img" aria-label={label} />;
};
