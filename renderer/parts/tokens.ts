import { useComputedColorScheme } from '@mantine/core';
import { useViewportSize } from '@mantine/hooks';
import { useMemo } from 'react';
import { useNight } from '../state/scheme.ts';

export type Tokens = {
  text: string;
  secondary: string;
  panel: string;
  sunken: string;
  border: string;
  live: string;
  bar: string;
  muted: string;
  range: string;
  line: string;
  fontFamily: string;
  /** Pixels of one rem. */
  rem: number;
};

/** The palette for what CSS cannot reach: the canvas of a chart. New with the colour scheme and the window's size. */
export const useTokens = (): Tokens => {
  const scheme = useComputedColorScheme('light');
  const night = useNight();
  const { width } = useViewportSize();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the style that is read depends on all three
  return useMemo(() => {
    const style = getComputedStyle(document.documentElement);
    const token = (name: string): string => style.getPropertyValue(`--hw-${name}`).trim();
    return {
      text: token('text'),
      secondary: token('text-secondary'),
      panel: token('panel'),
      sunken: token('panel-sunken'),
      border: token('border'),
      live: token('live'),
      bar: token('bar'),
      muted: token('bar-muted'),
      range: token('range'),
      line: token('line'),
      fontFamily: token('font'),
      rem: Number.parseFloat(style.fontSize),
    };
  }, [scheme, night, width]);
};

/** A fill of 45 degree hatches, the mark of estimates; the other way it is that of gaps. */
export const hatch = (color: string, other = false): { image: HTMLCanvasElement; repeat: 'repeat' } => {
  const size = 6;
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  const pen = canvas.getContext('2d');
  if (pen !== null) {
    pen.strokeStyle = color;
    pen.lineWidth = 1.5;
    if (other) pen.setTransform(-1, 0, 0, 1, size, 0);
    for (const shift of [-size, 0, size]) {
      pen.moveTo(shift - 1, size + 1);
      pen.lineTo(shift + size + 1, -1);
    }
    pen.stroke();
  }
  return { image: canvas, repeat: 'repeat' };
};
