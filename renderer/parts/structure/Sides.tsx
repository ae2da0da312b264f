import { Dialog } from '../Dialog.tsx';
import { differences, type Things } from '../editor/things.ts';
import type { EditedDocument } from '../editor/useEditedDocument.ts';
import { SidesTable } from '../form/SidesTable.tsx';
import { useLastChange } from '../form/useLastChange.ts';
import { words as formWords } from '../form/words.ts';
import { type Labels, labelOf, optionLabel } from './labels.ts';
import { type DraftDocument, partOf } from './parts.ts';
import { namePath, type Shape } from './shape.ts';
import { words } from './words.ts';

type Kind = Parameters<typeof useLastChange>[0]['kind'];
type Props = { of: EditedDocument<DraftDocument>; shape: Shape; labels: Labels; subject: string | undefined; kind: Kind };

const written = (value: unknown): string => {
  if (value === undefined || value === '') return '';
  if (typeof value === 'boolean') return value ? formWords.yes : formWords.no;
  if (Array.isArray(value)) return value.map(written).join('; ');
  return typeof value === 'object' && value !== null ? Object.values(value).map(written).join(', ') : String(value);
};

/** Both sides of a form that is built from a schema, where somebody else saved meanwhile. */
export const Sides = ({ of, shape, labels, subject, kind }: Props) => {
  const by = useLastChange({ subject: of.theirs === null ? undefined : subject, kind });
  const { theirs, rules, doc } = of;
  if (theirs === null) return null;
  const base = rules.thingsOf({ draft: theirs.base.draft });
  const [mine, other] = [rules.thingsOf(doc), rules.thingsOf(theirs.doc)];
  const keys = [...new Set([...differences(base, mine), ...differences(base, other)].map(({ key }) => key))];
  const cell = (things: Things, key: string): string => {
    const thing = things.get(key);
    const { path, row } = partOf(key);
    if (thing === undefined) return '';
    if (row !== undefined) return written(thing);
    const value: unknown = Reflect.get(thing, 'value');
    return typeof value === 'string' ? optionLabel(labels, namePath(shape, path), written(value)) : written(value);
  };
  return (
    <Dialog title={words.conflict}>
      <SidesTable
        rows={keys.map((key) => {
          const { path, row } = partOf(key);
          const label = labelOf(labels, namePath(shape, path));
          return {
            key,
            label: row === undefined ? label : `${label}: ${row}`,
            base: cell(base, key),
            mine: cell(mine, key),
            theirs: cell(other, key),
          };
        })}
        by={by}
        onPutOnTop={of.putOnTop}
        onTakeTheirs={of.takeTheirs}
      />
    </Dialog>
  );
};
