import { Button } from '@mantine/core';
import { useState } from 'react';
import { listSsoIssuers } from '../../../../server/contract/plant/accounts/sso.ts';
import { useEndpoint } from '../../../api/useEndpoint.ts';
import { OpenedOrNew } from '../../../parts/gone/OpenedOrNew.tsx';
import { Loaded } from '../../../parts/Loaded.tsx';
import { Panel } from '../../../parts/Panel.tsx';
import styles from '../Page.module.css';
import { AddedPeople } from './AddedPeople.tsx';
import { IssuerForm } from './IssuerForm.tsx';
import { words } from './words.ts';

/** Identity providers of the plant; one of them, or a new one, beside the list. */
export const SsoIssuers = () => {
  const answer = useEndpoint(listSsoIssuers, {}, { everyMs: 60_000 });
  const [open, setOpen] = useState<string | null>(null);
  const [note, setNote] = useState('');
  return (
    <div className={styles.stack}>
      <Panel id="issuers" title={words.title} fresh={answer.fresh}>
        <Loaded of={answer} rows={2}>
          {({ issuers }) => {
            const one = issuers.find(({ id }) => id === open);
            return (
              <div className={styles.stack}>
                <p className={styles.sub}>{words.hint}</p>
                {issuers.length === 0 ? <p>{words.none}</p> : null}
                <ul className={styles.list} aria-label={words.title}>
                  {issuers.map(({ id, name, issuer }) => (
                    <li key={id} data-chosen={id === open || undefined}>
                      <button
                        type="button"
                        className={styles.row}
                        aria-expanded={id === open}
                        onClick={() => setOpen(id === open ? null : id)}
                      >
                        <strong>{name}</strong>
                        <span className={styles.sub}>{issuer}</span>
                      </button>
                    </li>
                  ))}
                </ul>
                <p role="status">{note}</p>
                {open === null ? (
                  <div>
                    <Button onClick={() => setOpen('new')}>{words.add}</Button>
                  </div>
                ) : (
                  <OpenedOrNew
                    id={open}
                    isNew={open === 'new'}
                    found={one}
                    isComing={answer.busy}
                    back={{ label: words.close, go: () => setOpen(null) }}
                  >
                    {(issuer) => (
                      <IssuerForm
                        issuer={issuer}
                        onReload={answer.reload}
                        onClose={() => setOpen(null)}
                        onDeleted={(name) => {
                          setNote(words.removed(name));
                          setOpen(null);
                        }}
                      />
                    )}
                  </OpenedOrNew>
                )}
              </div>
            );
          }}
        </Loaded>
      </Panel>
      <AddedPeople />
    </div>
  );
};
