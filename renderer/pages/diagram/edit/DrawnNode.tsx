import type { Node, NodeProps } from '@xyflow/react';
import { memo } from 'react';
import type { ScadaNode } from '../../../../server/contract/user/scada.ts';
import styles from '../../../parts/editor/Editor.module.css';
import { Ends } from '../../../parts/editor/Ends.tsx';
import { DiagramSymbol } from '../Symbol.tsx';

type DrawnNodeType = Node<{ node: ScadaNode; bound: string; fault: boolean }, 'drawn'>;

/** A symbol in the editor: its shape, its name and the units it is bound to, no values. */
const DrawnNode = memo(({ data: { node, bound, fault } }: NodeProps<DrawnNodeType>) => (
  <>
    <Ends />
    {node.kind === 'text' || node.kind === 'group' || node.kind === 'alarm' ? (
      <p className={styles.plain}>{node.label || '–'}</p>
    ) : (
      <div className={styles.node} style={{ minHeight: node.h }} data-fault={fault || undefined}>
        <DiagramSymbol shape={node.kind} body="run" letters={node.kind === 'sensor' ? 'AT' : 'FT'} percent={60} />
        <div>
          <strong>{node.label || '–'}</strong>
          <p className={styles.note}>{bound}</p>
        </div>
      </div>
    )}
  </>
));

export const nodeTypes = { drawn: DrawnNode };
