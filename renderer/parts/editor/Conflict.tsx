import { Button } from '@mantine/core';
import { listDocumentVersions } from '../../../server/contract/plant/documents.ts';
import { useEndpoint } from '../../api/useEndpoint.ts';
import { useProfile } from '../../state/services.ts';
import { dateWithYearAndTime } from '../../text/times.ts';
import { Dialog } from '../Dialog.tsx';
import { words as formWords } from '../form/words.ts';
import { Differences } from './Differences.tsx';
import styles from './Editor.module.css';
import { differences } from './things.ts';
import type { EditedDocument } from './useEditedDocument.ts';
import { words } from './words.ts';

const everyMs = 10_000;

type Props<D> = {
  of: EditedDocument<D>;
  kind: 'scada' | 'waterBalance';
  /** Of a diagram: which of them. */
  name?: string;
  nameOf: (thing: object, key: string) => string;
};

/** Who saved a version, and when. */
const SavedBy = ({ kind, name = '', version }: { kind: string; name?: string; version: number }) => {
  const { timezone } = useProfile();
  const list = useEndpoint(listDocumentVersions, { params: { kind }, query: { name } }, { everyMs });
  const saved = list.data?.versions.find((one) => one.version === version);
  if (saved === undefined) return null;
  const who = saved.savedByName ?? formWords.someoneGone;
  return <p>{formWords.changedBy(formWords.versionBy(dateWithYearAndTime(Date.parse(saved.savedAt), timezone), who))}</p>;
};

/** Both sides, where somebody else saved meanwhile: nothing is dropped without a choice. */
export const Conflict = <D,>({ of, kind, name = '', nameOf }: Props<D>) => {
  const { theirs, doc, version, rules } = of;
  if (theirs === null) return null;
  const base = rules.thingsOf(theirs.base);
  return (
    <Dialog title={words.conflict}>
      <div className={styles.stack}>
        <p>{words.conflictWhat(version, theirs.version)}</p>
        <SavedBy kind={kind} name={name} version={theirs.version} />
        <h3>{words.mine}</h3>
        <Differences of={differences(base, rules.thingsOf(doc))} label={words.mine} nameOf={nameOf} />
        <h3>{words.theirs}</h3>
        <Differences of={differences(base, rules.thingsOf(theirs.doc))} label={words.theirs} nameOf={nameOf} />
        <p className={styles.note}>{words.conflictHint}</p>
        <div className={styles.row}>
          <Button onClick={of.putOnTop}>{words.putOnTop}</Button>
          <Button variant="default" onClick={of.takeTheirs}>
            {words.takeTheirs}
          </Button>
        </div>
      </div>
    </Dialog>
  );
};
