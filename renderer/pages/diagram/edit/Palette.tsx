import styles from '../../../parts/editor/Editor.module.css';
import { dragType } from '../../../parts/editor/EditorCanvas.tsx';
import { DiagramSymbol } from '../Symbol.tsx';
import { words as diagramWords } from '../words.ts';
import type { Kind } from './drawing.ts';
import { words } from './words.ts';

const kinds: readonly Kind[] = [
  'tank',
  'basin',
  'pond',
  'borewell',
  'pump',
  'valve',
  'controlValve',
  'meter',
  'sensor',
  'filter',
  'membrane',
  'coolingTower',
  'line',
  'text',
];

/** Every symbol; a click puts it in the middle of the view, dragging puts it where it is dropped. */
export const Palette = ({ onAdd }: { onAdd: (kind: Kind) => void }) => (
  <nav className={styles.palette} aria-label={words.palette}>
    <ul>
      {kinds.map((kind) => (
        <li key={kind}>
          <button
            type="button"
            aria-label={words.add(diagramWords.kinds[kind])}
            draggable
            onDragStart={(event) => event.dataTransfer.setData(dragType, kind)}
            onClick={() => onAdd(kind)}
          >
            <span aria-hidden="true">
              {kind === 'text' ? (
                'Aa'
              ) : (
                <DiagramSymbol shape={kind} body="run" letters={kind === 'sensor' ? 'AT' : 'FT'} percent={60} />
              )}
            </span>
            <span>{diagramWords.kinds[kind]}</span>
          </button>
        </li>
      ))}
    </ul>
  </nav>
);
