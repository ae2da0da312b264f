import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, lazy, type PointerEvent, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { patiently } from '../../../api/patiently.ts';
import { LoadingRows } from '../../../parts/states.tsx';
import { useTokens } from '../../../parts/tokens.ts';
import { useProfile } from '../../../state/services.ts';
import { formatLimit } from '../../../text/limits.ts';
import { unitLabel } from '../../../text/numbers.ts';
import { Lanes } from '../Lanes.tsx';
import type { StepKey } from '../search.ts';
import styles from '../Trend.module.css';
import { words } from '../words.ts';
import { type ChartInput, secondUnit, sides, ticksAround, trendOption, xTicks } from './chart.ts';
import { indexAt } from './lines.ts';
import { type Stretch, shortestMs, zoomedAt } from './stretch.ts';
import type { Marks } from './useMarks.ts';
import { usePanning } from './usePanning.ts';

const TrendCanvas = lazy(async () => ({ default: (await patiently(() => import('./TrendCanvas.tsx'))).TrendCanvas }));

type Props = {
  input: Omit<ChartInput, 'tokens' | 'narrow'>;
  marks: Marks;
  step: StepKey;
  label: string;
  /** The stretch that the address asks for, or the whole range. */
  shown: Stretch;
  /** Start of the pinned step, ms. */
  pinnedMs: number | null;
  onHover: (ms: number | null) => void;
  onPin: (ms: number | null) => void;
  onZoom: (stretch: Stretch | null) => void;
};

const clickPx = 5;
const settleMs = 350;

/** The plot with what is over it: crosshair, pin, a stretch being drawn. Arrow keys walk its steps. */
export const Plot = ({ input, marks, step, label, shown, pinnedMs, onHover, onPin, onZoom }: Props) => {
  const tokens = useTokens();
  const { timezone } = useProfile();
  const { ref, width } = useElementSize<HTMLDivElement>();
  const narrow = width > 0 && width < 560;
  const [live, setLive] = useState<Stretch | null>(null);
  const [hoverMs, setHoverMs] = useState<number | null>(null);
  const [drawn, setDrawn] = useState<[number, number] | null>(null);
  const down = useRef<{ x: number; touch: boolean } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { main, fromMs, toMs } = input;
  const { option, outside } = useMemo(() => trendOption({ ...input, tokens, narrow }), [input, tokens, narrow]);
  const side = sides(tokens.rem, narrow, secondUnit(input) !== null);
  const plotPx = Math.max(1, width - side.left - side.right);
  const [from, to] = live ?? shown;
  const ticks = useCallback(
    (stretch: Stretch) => xTicks(ticksAround(stretch, timezone, plotPx, step === 'day')),
    [timezone, plotPx, step],
  );

  const zoomed = (stretch: Stretch) => {
    setLive(stretch);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setLive(null);
      const whole = stretch[0] <= fromMs + 1000 && stretch[1] >= toMs - 1000;
      onZoom(whole ? null : stretch);
    }, settleMs);
  };
  const msOf = (x: number): number => from + ((x - side.left) / plotPx) * (to - from);
  const placeOf = (ms: number): number => side.left + ((ms - from) / (to - from)) * plotPx;
  const xOf = (event: PointerEvent<HTMLElement>): number => event.clientX - event.currentTarget.getBoundingClientRect().left;
  const { over, touched } = usePanning({ stretch: [from, to], range: [fromMs, toMs], left: side.left, plotPx, onMove: zoomed });
  const hover = (ms: number | null) => {
    const step = ms === null ? undefined : main[indexAt(main, ms)];
    const at = step?.fromMs ?? null;
    if (at === hoverMs) return;
    setHoverMs(at);
    onHover(at);
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    if (touched(event)) {
      down.current = null;
      return;
    }
    const x = xOf(event);
    if (down.current !== null && !down.current.touch && Math.abs(x - down.current.x) > clickPx)
      setDrawn([Math.min(x, down.current.x), Math.max(x, down.current.x)]);
    hover(msOf(x));
  };
  const up = (event: PointerEvent<HTMLElement>) => {
    touched(event);
    const began = down.current;
    down.current = null;
    if (drawn !== null) {
      const stretch: Stretch = [Math.max(fromMs, msOf(drawn[0])), Math.min(toMs, msOf(drawn[1]))];
      setDrawn(null);
      if (stretch[1] - stretch[0] >= shortestMs) onZoom(stretch);
      return;
    }
    if (began === null || Math.abs(xOf(event) - began.x) > clickPx) return;
    const step = main[indexAt(main, msOf(xOf(event)))];
    if (step !== undefined) onPin(step.fromMs === pinnedMs ? null : step.fromMs);
  };

  const zoomBy = (factor: number) => {
    const middle = pinnedMs ?? hoverMs ?? (from + to) / 2;
    const stretch = zoomedAt([from, to], Math.min(Math.max(from, middle), to), factor, [fromMs, toMs]);
    onZoom(stretch[0] <= fromMs && stretch[1] >= toMs ? null : stretch);
  };
  const walk = (index: number) => {
    const step = main[Math.max(0, Math.min(main.length - 1, index))];
    if (step === undefined) return;
    hover(step.fromMs + 1);
    if (pinnedMs !== null) onPin(step.fromMs);
  };
  const press = (event: KeyboardEvent) => {
    const here = indexAt(main, hoverMs ?? pinnedMs ?? -1);
    const far = event.shiftKey ? 12 : 1;
    const keys: Record<string, () => void> = {
      ArrowRight: () => walk(here + far),
      ArrowLeft: () => walk(here === -1 ? main.findLastIndex(({ value }) => value !== null) : here - far),
      Home: () => walk(Math.max(0, indexAt(main, from + 1))),
      End: () => walk(indexAt(main, to - 1)),
      Enter: () => onPin(hoverMs === pinnedMs ? null : hoverMs),
      Escape: () => onPin(null),
      '+': () => zoomBy(0.5),
      '-': () => zoomBy(2),
    };
    const run = keys[event.key];
    if (run === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    run();
  };
  const line = (ms: number, className: string | undefined) => {
    const own = main[indexAt(main, ms)];
    const x = placeOf(own === undefined ? ms : (own.fromMs + own.toMs) / 2);
    return x < side.left - 1 || x > width - side.right + 1 ? null : <span className={className} style={{ left: x }} />;
  };

  return (
    <div ref={ref} className={styles.plot}>
      <div style={{ paddingLeft: side.left, paddingRight: side.right }}>
        <Lanes
          marks={marks}
          shown={[from, to]}
          endMs={Math.min(input.nowMs, toMs)}
          onGo={(ms) => onPin(main[indexAt(main, ms)]?.fromMs ?? null)}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys read the chart step by step */}
      <div className={styles.chart} role="application" aria-label={label} tabIndex={0} onKeyDown={press}>
        <Suspense fallback={<LoadingRows rows={1} height="100%" />}>
          <TrendCanvas option={option} range={[fromMs, toMs]} shown={live ?? shown} ticks={ticks} onZoom={zoomed} />
        </Suspense>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the application around it does the same by keys */}
        <div
          ref={over}
          className={styles.over}
          onPointerMove={move}
          onPointerCancel={touched}
          onPointerLeave={(event) => {
            touched(event);
            hover(null);
            down.current = null;
            setDrawn(null);
          }}
          onPointerDown={(event) => {
            touched(event);
            if (event.button === 0) down.current = { x: xOf(event), touch: event.pointerType === 'touch' };
          }}
          onPointerUp={up}
          onDoubleClick={() => onZoom(null)}
        >
          {hoverMs === null ? null : line(hoverMs, styles.cross)}
          {pinnedMs === null ? null : line(pinnedMs, styles.pin)}
          {drawn === null ? null : <span className={styles.drawn} style={{ left: drawn[0], width: drawn[1] - drawn[0] }} />}
          {(['above', 'below'] as const).map((side) => (
            <div key={side} className={styles.outside} data-side={side}>
              {outside
                .filter((limit) => limit.side === side)
                .map(({ kind, value }) => (
                  <span key={`${kind} ${value}`}>
                    {side === 'above' ? '↑' : '↓'}{' '}
                    {words.limitAway(words.limitOf[kind], `${formatLimit(value, input.unit)} ${unitLabel(input.unit)}`)}
                  </span>
                ))}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
};
