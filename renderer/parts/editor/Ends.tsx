import { Handle, Position } from '@xyflow/react';

const sides = [
  ['left', Position.Left],
  ['right', Position.Right],
  ['top', Position.Top],
  ['bottom', Position.Bottom],
] as const;

/** The four places of a symbol where a line begins or ends. */
export const Ends = () => sides.map(([id, position]) => <Handle key={id} id={id} type="source" position={position} />);
