import { SegmentedControl } from '@mantine/core';

type Props<V extends string> = {
  label: string;
  value: V;
  options: readonly { value: V; label: string }[];
  onChoose: (value: V) => void;
};

/** One of a few, side by side. */
export const Choice = <V extends string>({ label, value, options, onChoose }: Props<V>) => (
  <SegmentedControl aria-label={label} value={value} onChange={onChoose} data={[...options]} transitionDuration={0} />
);
