import { CustomChart, LineChart } from 'echarts/charts';
import { DataZoomSliderComponent, GridComponent, MarkLineComponent, MarkPointComponent } from 'echarts/components';
import { type EChartsType, init, use as register } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useRef } from 'react';
import styles from '../Trend.module.css';
import type { ChartOption } from './chartOption.ts';
import type { Stretch } from './stretch.ts';

register([CustomChart, LineChart, GridComponent, DataZoomSliderComponent, MarkLineComponent, MarkPointComponent, CanvasRenderer]);

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
const spanOf = ([from, to]: Stretch): number => to - from;

/** The canvas of a trend; what can be read and pressed is over it. */
export const TrendCanvas = ({ option, range, shown, ticks, onZoom }: Props) => {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType | null>(null);
  const now = useRef({ range, shown, ticks, onZoom });
  now.current = { range, shown, ticks, onZoom };
  /** What the chart shows, and the stretch whose ticks it has. */
  const drawn = useRef<Stretch>([0, 0]);
  const ticked = useRef<Stretch>([0, 0]);

  useEffect(() => {
    if (box.current === null) return;
    const made = init(box.current, null, { renderer: 'canvas' });
    chart.current = made;
    made.on('datazoom', () => {
      const { range: all, ticks: ticksOf, onZoom: zoomTo } = now.current;
      const [zoom] = (made.getOption().dataZoom ?? []) as { startValue?: number; endValue?: number }[];
      const stretch: Stretch = [zoom?.startValue ?? all[0], zoom?.endValue ?? all[1]];
      drawn.current = stretch;
      ticked.current = stretch;
      made.setOption({ xAxis: ticksOf(stretch) });
      zoomTo(stretch);
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
    drawn.current = at;
    ticked.current = at;
    chart.current?.setOption(option, { notMerge: true });
    chart.current?.setOption({ xAxis: ticksOf(at), dataZoom: [{ startValue: at[0], endValue: at[1] }] });
  }, [option]);

  useEffect(() => {
    if (chart.current === null || near(drawn.current, shown)) return;
    drawn.current = shown;
    const [startValue, endValue] = shown;
    const last = ticked.current;
    const isMoved = Math.abs(spanOf(last) - spanOf(shown)) < 1000 && Math.abs(last[0] - shown[0]) < spanOf(last);
    // its ticks are there already: no option is merged, which is a third of the work
    if (isMoved) return chart.current.dispatchAction({ type: 'dataZoom', startValue, endValue }, { silent: true, flush: true });
    ticked.current = shown;
    chart.current.setOption({ xAxis: now.current.ticks(shown), dataZoom: [{ startValue, endValue }] });
  }, [shown]);

  return <div ref={box} className={styles.canvas} />;
};
