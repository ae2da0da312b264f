import { CustomChart, LineChart } from 'echarts/charts';
import {
  DataZoomInsideComponent,
  DataZoomSliderComponent,
  GridComponent,
  MarkLineComponent,
  MarkPointComponent,
} from 'echarts/components';
import { type EChartsType, init, use as register } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useRef } from 'react';
import styles from '../Trend.module.css';
import type { ChartOption } from './chartOption.ts';

register([
  CustomChart,
  LineChart,
  GridComponent,
  DataZoomInsideComponent,
  DataZoomSliderComponent,
  MarkLineComponent,
  MarkPointComponent,
  CanvasRenderer,
]);

export type Stretch = [fromMs: number, toMs: number];

type Props = {
  option: ChartOption;
  range: Stretch;
  shown: Stretch;
  /** Ticks of a stretch, asked for with every zoom. */
  ticks: (stretch: Stretch) => object;
  /** Every step of a zoom or of the slider. */
  onZoom: (stretch: Stretch) => void;
};

const near = (a: Stretch, b: Stretch): boolean => Math.abs(a[0] - b[0]) < 1000 && Math.abs(a[1] - b[1]) < 1000;

/** The canvas of a trend; what can be read and pressed lies over it. */
export const TrendCanvas = ({ option, range, shown, ticks, onZoom }: Props) => {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType | null>(null);
  const now = useRef({ range, shown, ticks, onZoom });
  now.current = { range, shown, ticks, onZoom };

  useEffect(() => {
    if (box.current === null) return;
    const made = init(box.current, null, { renderer: 'canvas' });
    chart.current = made;
    made.on('datazoom', () => {
      const { range: all, ticks: ticksOf, onZoom: tell } = now.current;
      const [zoom] = (made.getOption().dataZoom ?? []) as { startValue?: number; endValue?: number }[];
      const stretch: Stretch = [zoom?.startValue ?? all[0], zoom?.endValue ?? all[1]];
      made.setOption({ xAxis: ticksOf(stretch) });
      tell(stretch);
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
    const { shown: at, ticks: ticksOf } = now.current;
    chart.current?.setOption(option, { notMerge: true });
    chart.current?.setOption({ xAxis: ticksOf(at), dataZoom: [0, 1].map(() => ({ startValue: at[0], endValue: at[1] })) });
  }, [option]);

  useEffect(() => {
    const [zoom] = (chart.current?.getOption().dataZoom ?? []) as { startValue?: number; endValue?: number }[];
    const current: Stretch = [zoom?.startValue ?? 0, zoom?.endValue ?? 0];
    if (chart.current === null || near(current, shown)) return;
    chart.current.setOption({
      xAxis: now.current.ticks(shown),
      dataZoom: [0, 1].map(() => ({ startValue: shown[0], endValue: shown[1] })),
    });
  }, [shown]);

  return <div ref={box} className={styles.canvas} />;
};
