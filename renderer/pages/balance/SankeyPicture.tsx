import { SankeyChart } from 'echarts/charts';
import { type EChartsType, init, use as register } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { BalanceData } from '../../../server/contract/user/waterBalance.ts';
import { hatch, type Tokens, useTokens } from '../../parts/tokens.ts';
import { formatTo } from '../../text/numbers.ts';
import styles from './Picture.module.css';
import { type DrawnNode, drawn } from './sankeyData.ts';
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

/** Words in as few lines as have room; a word that is longer than a line stays whole. */
const inLines = (words: string, widthPx: number, font: string): string => {
  const canvas = document.createElement('canvas').getContext('2d');
  if (canvas === null) return words;
  canvas.font = font;
  const lines: string[] = [];
  for (const word of words.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && canvas.measureText(longer).width <= widthPx) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.join('\n');
};

const optionOf = (data: BalanceData, tokens: Tokens, selected: string | undefined, widthPx: number) => {
  const { nodes, links } = drawn(data);
  const right = tokens.rem * 9;
  const columns = Math.max(1, ...nodes.map(({ depth }) => depth));
  // a name has the room up to the bars of the next column, that of the last one up to the edge of the picture
  const labelWidth = Math.max(
    tokens.rem * 4.5,
    Math.min(right - LABEL_GAP - LABEL_EDGE, (widthPx - right - NODE_WIDTH) / columns - NODE_WIDTH - tokens.rem * 0.5),
  );
  const fills = fillsOf(tokens);
  const most = Math.max(...nodes.map(({ value }) => value));
  const font = `${tokens.rem * 0.8125}px ${tokens.fontFamily}`;
  const labelOf = ({ id, name, value }: DrawnNode): string => {
    const own = links.filter(({ source, target }) => source === id || target === id);
    const about = own.length > 0 && own.every(({ kind }) => kind === 'estimated') ? '~' : '';
    const gap = value < most * 0.08 ? ' ' : '\n';
    return `${inLines(named(id, name), labelWidth, font)}${gap}{b|${about}${formatTo(value, 1)}}`;
  };
  return {
    animation: false,
    textStyle: { fontFamily: tokens.fontFamily },
    series: [
      {
        type: 'sankey' as const,
        left: 4,
        right,
        top: 8,
        bottom: tokens.rem * 1.5,
        nodeWidth: NODE_WIDTH,
        nodeGap: tokens.rem * 1.5,
        nodeAlign: 'left' as const,
        layoutIterations: 64,
        draggable: false,
        emphasis: { disabled: true },
        label: {
          color: tokens.text,
          fontSize: tokens.rem * 0.8125,
          fontFamily: tokens.fontFamily,
          lineHeight: tokens.rem * 1.0625,
          position: 'right' as const,
          distance: LABEL_GAP,
          textBorderColor: tokens.panel,
          textBorderWidth: LABEL_EDGE,
          rich: { b: { fontWeight: 600, fontSize: tokens.rem * 0.8125 } },
        },
        data: nodes.map((node) => ({
          name: node.id,
          value: node.value,
          depth: node.depth,
          itemStyle: {
            color: node.kind === 'unaccounted' ? tokens.text : tokens.secondary,
            borderColor: tokens.text,
            borderWidth: node.isOff || node.id === selected ? 3 : 0,
          },
          label: { formatter: `${node.isOff ? '≠ ' : ''}${labelOf(node)}` },
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
  const [widthPx, setWidthPx] = useState(0);
  const option = useMemo(() => optionOf(data, tokens, selected, widthPx), [data, tokens, selected, widthPx]);

  useEffect(() => {
    if (box.current === null) return;
    const made = init(box.current, null, { renderer: 'canvas' });
    chart.current = made;
    made.on('click', (event) => {
      if (event.dataType === 'node' && !event.name.startsWith('~')) select.current(event.name);
    });
    const observer = new ResizeObserver(() => {
      made.resize();
      setWidthPx(made.getWidth());
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
