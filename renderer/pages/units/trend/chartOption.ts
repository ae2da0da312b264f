import type { EChartsType } from 'echarts/core';

/** What a chart is drawn from. */
export type ChartOption = Parameters<EChartsType['setOption']>[0];
