/** A flow's volume in a window; signed: negative when the net flow ran backwards. */
export type FlowValue = {
  volumeL: number;
  /** Of an estimate alone; meters have theirs. */
  sigmaL: number;
  /** By meters, by the estimate of the edge, or by what the other flows of a node leave for it. */
  by: 'meter' | 'estimate' | 'rest';
};

/** Flows of one node, by place. */
export type NodeFlows = { into: readonly number[]; from: readonly number[] };
