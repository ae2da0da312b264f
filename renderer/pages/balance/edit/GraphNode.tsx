import type { Node, NodeProps } from '@xyflow/react';
import { memo } from 'react';
import styles from '../../../parts/editor/Editor.module.css';
import { Ends } from '../../../parts/editor/Ends.tsx';

type GraphNodeType = Node<{ label: string; type: string; measured: string; fault: boolean }, 'graphNode'>;

const GraphNode = memo(({ data: { label, type, measured, fault } }: NodeProps<GraphNodeType>) => (
  <>
    <Ends />
    <div className={styles.node} style={{ minHeight: 76 }} data-fault={fault || undefined}>
      <div>
        <strong>{label || '–'}</strong>
        <p className={styles.note}>{type}</p>
        <p className={styles.note}>{measured}</p>
      </div>
    </div>
  </>
));

export const nodeViews = { graphNode: GraphNode };
