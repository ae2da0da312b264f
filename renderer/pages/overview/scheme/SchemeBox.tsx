import { Link } from '@tanstack/react-router';
import { createContext, memo, useContext } from 'react';
import { BoxBody } from './BoxBody.tsx';
import type { BoxNow } from './boxNow.ts';
import type { Box } from './pipes.ts';
import styles from './Schematic.module.css';
import type { SchemeNode } from './schematic.ts';

type FrameProps = {
  node: SchemeNode;
  isStill: boolean;
  isStale: boolean;
  priority: number | undefined;
  isOpen: boolean;
};

const NowContext = createContext<BoxNow | null>(null);

const Body = ({ node }: { node: SchemeNode }) => {
  const now = useContext(NowContext);
  return now === null ? null : <BoxBody node={node} now={now} />;
};

/** A link costs more to draw than its content: a new value does not draw it again. */
const Frame = memo(({ node, isStill, isStale, priority, isOpen }: FrameProps) => {
  const unitId = node.tankId ?? node.unitIds[0];
  const attributes = {
    className: styles.box,
    'data-still': isStill || undefined,
    'data-stale': isStale || undefined,
    'data-alarm': priority,
    'data-open': !isOpen ? undefined : node.height === 1 ? 'flow' : 'tank',
  };
  return unitId === undefined ? (
    <div {...attributes}>
      <Body node={node} />
    </div>
  ) : (
    <Link to="/units/$unitId" params={{ unitId }} {...attributes}>
      <Body node={node} />
    </Link>
  );
});

/** One node of the schematic: the whole box leads to its unit. */
export const SchemeBox = memo(({ node, box, now }: { node: SchemeNode; box: Box | undefined; now: BoxNow }) => {
  const { flow, tank, alarm, unaccounted } = now;
  const isStale = tank === null ? flow.doubtful : tank.trust.kind !== 'good';
  return (
    <li className={styles.cell} style={box}>
      <NowContext value={now}>
        <Frame
          node={node}
          isStill={tank === null && !isStale && (flow.value ?? 0) <= 0}
          isStale={isStale}
          priority={alarm?.priority}
          isOpen={unaccounted !== null}
        />
      </NowContext>
    </li>
  );
});
