import styles from '../../../parts/editor/Editor.module.css';
import { words as editorWords } from '../../../parts/editor/words.ts';
import type { GraphFault } from './check.ts';
import type { Graph } from './graph.ts';
import { words } from './words.ts';

type Props = {
  faults: readonly GraphFault[];
  graph: Graph;
  nameOf: (nodeId: string) => string;
  onOpen: (fault: GraphFault) => void;
};

const sentence = (fault: GraphFault, { edges }: Graph, nameOf: (nodeId: string) => string): string => {
  if (fault.why === 'nothingConserves') return words.faults.nothingConserves();
  const node = nameOf(fault.nodeId);
  if (fault.why === 'missing') return words.faults.missing(node, fault.unitId);
  if (fault.why !== 'open') return words.faults[fault.why](node);
  const edge = edges.find(({ id }) => id === fault.edgeId);
  const line = edge === undefined ? fault.edgeId : editorWords.edge(nameOf(edge.source), nameOf(edge.target));
  return words.faults.open(node, line.charAt(0).toLowerCase() + line.slice(1));
};

/** What cannot be balanced and why; each leads to what is to be mended. */
export const Check = ({ faults, graph, nameOf, onOpen }: Props) => (
  <section className={styles.problems} aria-label={words.check}>
    <h2>{words.check}</h2>
    {faults.length === 0 ? <p>{words.allGood}</p> : null}
    <ul>
      {faults.map((fault) => {
        const text = sentence(fault, graph, nameOf);
        return (
          <li key={text}>
            <button type="button" className={styles.version} onClick={() => onOpen(fault)}>
              {text}
            </button>
          </li>
        );
      })}
    </ul>
  </section>
);
