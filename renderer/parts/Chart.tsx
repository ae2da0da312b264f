import { CustomChart, LineChart } from 'echarts/charts';
import { GridComponent, MarkLineComponent, TooltipComponent } from 'echarts/components';
import { type EChartsType, init, use as register } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import styles from './Chart.module.css';

register([CustomChart, LineChart, GridComponent, TooltipComponent, MarkLineComponent, CanvasRenderer]);

export type ChartOption = Parameters<EChartsType['setOption']>[0];

type Props = {
  option: ChartOption;
  /** Steps along the x axis; arrow keys walk them. */
  count: number;
  label: string;
  /** The step under the pointer or the keys, null when it leaves. */
  onPoint: (index: number | null) => void;
  height: string;
};

/** A chart on a canvas, without animation. Its numbers must stand in a table or a text beside it. */
export const Chart = ({ option, count, label, onPoint, height }: Props) => {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType | null>(null);
  const at = useRef<number | null>(null);
  const tell = useRef(onPoint);
  tell.current = onPoint;

  useEffect(() => {
    if (box.current === null) return;
    const made = init(box.current, null, { renderer: 'canvas' });
    chart.current = made;
    made.on('updateAxisPointer', (event) => {
      const { axesInfo } = event as { axesInfo?: { value: number }[] };
      at.current = axesInfo?.[0]?.value ?? null;
      tell.current(at.current);
    });
    made.on('globalout', () => {
      at.current = null;
      tell.current(null);
    });
    const observer = new ResizeObserver(() => made.resize());
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

  const go = (index: number) => {
    const to = Math.max(0, Math.min(count - 1, index));
    at.current = to;
    chart.current?.dispatchAction({ type: 'showTip', seriesIndex: 0, dataIndex: to });
    tell.current(to);
  };

  const onKey = (event: KeyboardEvent) => {
    const here = at.current ?? -1;
    const page = Math.max(1, Math.round(count / 24));
    const targets: Record<string, number> = {
      ArrowRight: here + 1,
      ArrowLeft: here === -1 ? count - 1 : here - 1,
      PageDown: here + page,
      PageUp: here - page,
      Home: 0,
      End: count - 1,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    go(target);
  };

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys read the chart step by step
    <div className={styles.chart} role="application" aria-label={label} tabIndex={0} onKeyDown={onKey} style={{ height }}>
      <div ref={box} className={styles.canvas} />
    </div>
  );
};
