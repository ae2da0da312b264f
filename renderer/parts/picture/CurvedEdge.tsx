import { BaseEdge, type Edge, type EdgeProps } from '@xyflow/react';
import { curveOf, pathOf, pointOn } from './labelPlace.ts';

type CurvedEdgeType = Edge<{ share?: number }>;

/** A line whose label is where it was placed, so that no box covers it. */
const CurvedEdge = ({ id, sourceX, sourceY, targetX, targetY, data, label, ...look }: EdgeProps<CurvedEdgeType>) => {
  const curve = curveOf({ x: sourceX, y: sourceY }, { x: targetX, y: targetY });
  const { x, y } = pointOn(curve, data?.share ?? 0.5);
  const { labelStyle, labelBgStyle, style, markerEnd } = look;
  return (
    <BaseEdge
      id={id}
      path={pathOf(curve)}
      labelX={x}
      labelY={y}
      label={label}
      {...(labelStyle === undefined ? {} : { labelStyle })}
      {...(labelBgStyle === undefined ? {} : { labelBgStyle })}
      {...(style === undefined ? {} : { style })}
      {...(markerEnd === undefined ? {} : { markerEnd })}
    />
  );
};

export const curvedEdges = { default: CurvedEdge };
