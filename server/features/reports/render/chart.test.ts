import { describe, expect, it } from 'vitest';
import { sampleReport } from '../../../test/reportSamples.ts';
import type { ChartSection, FlowSection } from '../model.ts';
import { chartDrawing } from './chart.ts';
import type { Drawing } from './drawing.ts';
import { flowDrawing } from './flowFigure.ts';

/** Where texts stand, by the width of a letter that is wider than most. */
const boxesOf = ({ shapes }: Drawing) =>
  shapes.flatMap((shape) => {
    if (shape.kind !== 'text') return [];
    const width = shape.text.length * shape.size * 0.56;
    const [x, bottom] = shape.at;
    const left = shape.anchor === 'start' ? x : shape.anchor === 'end' ? x - width : x - width / 2;
    return [{ text: shape.text, left, right: left + width, top: bottom - shape.size + 1, bottom }];
  });

const overlaps = (drawing: Drawing): string[] => {
  const boxes = boxesOf(drawing);
  return boxes.flatMap((one, at) =>
    boxes
      .slice(at + 1)
      .filter(({ left, right, top, bottom }) => one.left < right && left < one.right && one.top < bottom && top < one.bottom)
      .map(({ text }) => `${one.text} | ${text}`),
  );
};

describe('the labels of a chart', () => {
  it.each([24, 31, 48, 744])('do not overlap, however many of %i steps are named', (count) => {
    const labels = Array.from({ length: count }, (_, at) => `19/11/2026 ${String(at % 24).padStart(2, '0')}:00`);
    const chart: ChartSection = {
      kind: 'chart',
      key: 'c',
      title: 'Intake',
      form: 'bars',
      unit: 'KL',
      decimals: 2,
      labels,
      series: [{ name: 'Intake', values: labels.map((_, at) => at) }],
    };
    for (const width of [523, 770]) {
      expect(overlaps(chartDrawing(chart, width, 165))).toEqual([]);
      const named = boxesOf(chartDrawing(chart, width, 165)).filter(({ text }) => labels.includes(text));
      expect(named.length).toBeGreaterThan(4);
    }
  });
});

describe('the names in a flow figure', () => {
  it('do not overlap in a plant of many stages', () => {
    const stages = ['Raw water tank', 'RO train', 'Treated water tank', 'Process water main', 'Treated effluent pond'];
    const consumers = ['Line 1 PET', 'Line 2 cans', 'Line 3 glass', 'Syrup room', 'Boiler', 'Canteen'];
    const links = [
      ...stages.slice(1).map((target, at) => ({ source: stages[at] ?? '', target, value: 43_254.31, kind: 'flow' as const })),
      ...consumers.map((target) => ({ source: 'Process water main', target, value: 11.5, kind: 'flow' as const })),
    ];
    const flow: FlowSection = {
      kind: 'flow',
      key: 'f',
      title: 'Flow',
      unit: 'KL',
      decimals: 2,
      nodes: [...stages, ...consumers].map((name) => ({ id: name, name, kind: 'tank' })),
      links,
    };
    for (const [width, height] of [
      [523, 260],
      [770, 260],
      [640, 300],
    ] as const) {
      const drawing = flowDrawing(flow, width, height);
      expect(overlaps(drawing)).toEqual([]);
      for (const { right, bottom } of boxesOf(drawing)) {
        expect(right).toBeLessThanOrEqual(width);
        expect(bottom).toBeLessThanOrEqual(height);
      }
    }
    const sample = sampleReport().sections.find(({ kind }) => kind === 'flow');
    if (sample?.kind !== 'flow') throw new Error('no figure');
    expect(overlaps(flowDrawing(sample, 523, 260))).toEqual([]);
  });
});
