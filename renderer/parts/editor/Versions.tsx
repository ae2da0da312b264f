import { Button } from '@mantine/core';
import { useState } from 'react';
import { listDocumentVersions, readDocumentVersion } from '../../../server/contract/plant/documents.ts';
import { useEndpoint } from '../../api/useEndpoint.ts';
import { useProfile } from '../../state/services.ts';
import { dateWithYearAndTime } from '../../text/times.ts';
import { words as formWords } from '../form/words.ts';
import { Loaded } from '../Loaded.tsx';
import { Differences } from './Differences.tsx';
import styles from './Editor.module.css';
import { differences } from './things.ts';
import type { EditedDocument } from './useEditedDocument.ts';
import { words } from './words.ts';

type Props<D> = {
  of: EditedDocument<D>;
  kind: 'scada' | 'waterBalance';
  /** Of a diagram: which of them. */
  name?: string;
  /** The body of a version as a document; null for one that cannot be read any more. */
  read: (body: unknown) => D | null;
  nameOf: (thing: object, key: string) => string;
};

const Version = <D,>({ of, kind, name = '', read, nameOf, version }: Props<D> & { version: number }) => {
  const row = useEndpoint(readDocumentVersion, { params: { kind, version: String(version) }, query: { name } });
  return (
    <Loaded of={row} rows={3}>
      {({ body }) => {
        const then = read(body);
        if (then === null) return null;
        const { thingsOf } = of.rules;
        return (
          <div className={styles.stack}>
            <Differences of={differences(thingsOf(then), thingsOf(of.doc))} label={words.difference} nameOf={nameOf} />
            <p className={styles.note}>{words.goBackHint}</p>
            <div>
              <Button variant="default" onClick={() => of.change(() => then)}>
                {words.goBack}
              </Button>
            </div>
          </div>
        );
      }}
    </Loaded>
  );
};

/** Every version that was saved; one is compared with the drawing, and returned to. */
export const Versions = <D,>(props: Props<D>) => {
  const { timezone } = useProfile();
  const [open, setOpen] = useState<number | null>(null);
  const list = useEndpoint(listDocumentVersions, { params: { kind: props.kind }, query: { name: props.name ?? '' } });
  return (
    <Loaded of={list} rows={4} isEmpty={({ versions }) => versions.length === 0} empty={<p>{words.noVersions}</p>}>
      {({ versions }) => (
        <ul className={styles.versions} aria-label={words.versions}>
          {versions.map(({ version, savedAt, savedByName }) => (
            <li key={version}>
              <button
                type="button"
                className={styles.version}
                aria-expanded={open === version}
                onClick={() => setOpen(open === version ? null : version)}
              >
                {words.versionBy(
                  version,
                  formWords.versionBy(dateWithYearAndTime(Date.parse(savedAt), timezone), savedByName ?? formWords.someoneGone),
                )}
              </button>
              {open === version ? <Version {...props} version={version} /> : null}
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  );
};
