import { Button } from '@mantine/core';
import { useState } from 'react';
import { alertSettings } from '../../../../server/contract/model/alertSettings.ts';
import { listSettingsVersions, readSettingsVersion } from '../../../../server/contract/plant/accounts/settingsVersions.ts';
import { useEndpoint } from '../../../api/useEndpoint.ts';
import { changedThings, shownThing } from '../../../parts/form/bothSides.ts';
import { words as formWords } from '../../../parts/form/words.ts';
import { Loaded } from '../../../parts/Loaded.tsx';
import { useProfile } from '../../../state/services.ts';
import { dateWithYearAndTime } from '../../../text/times.ts';
import { text } from '../../../text/words.ts';
import styles from '../Page.module.css';
import own from './Delivery.module.css';
import { type DeliveryDraft, draftOf } from './draft.ts';
import { labelOf } from './labels.ts';

type Props = { draft: DeliveryDraft; onLoad: (then: DeliveryDraft) => void };

const params = { section: 'alerts' } as const;
export type Section = 'alerts' | 'reports';

/** Who saved the settings and when, newest first. */
export const useVersions = (section: Section) => {
  const { timezone } = useProfile();
  const list = useEndpoint(listSettingsVersions, { params: { section } });
  const named = (at: string, who: string | null) =>
    formWords.versionBy(dateWithYearAndTime(Date.parse(at), timezone), who ?? formWords.someoneGone);
  return { list, named };
};

const Version = ({ version, draft, onLoad }: Props & { version: number }) => {
  const answer = useEndpoint(readSettingsVersion, { params: { ...params, version: String(version) } });
  return (
    <Loaded of={answer} rows={3}>
      {({ body }) => {
        const read = alertSettings.safeParse(body);
        if (!read.success) return null;
        const { email = { enabled: false, emailIds: [] }, ...settings } = read.data;
        const then = draftOf({ ...settings, email });
        const things = changedThings(draft, then);
        if (things.length === 0) return <p className={styles.sub}>{formWords.sameVersion}</p>;
        return (
          <div className={styles.stack}>
            <table className={own.difference}>
              <thead>
                <tr>
                  {formWords.nowAndThen.map((head) => (
                    <th key={head} scope="col">
                      {head}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {things.map((thing) => (
                  <tr key={thing}>
                    <th scope="row">{labelOf(thing)}</th>
                    <td>{shownThing(draft, thing) || text.noValue}</td>
                    <td>{shownThing(then, thing) || text.noValue}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            <div>
              <Button variant="default" onClick={() => onLoad(then)}>
                {formWords.goBack}
              </Button>
            </div>
            <p className={styles.sub}>{formWords.goBackHint}</p>
          </div>
        );
      }}
    </Loaded>
  );
};

/** Each version that was saved; one is compared with the form and loaded into it. */
export const Versions = (props: Props) => {
  const { list, named } = useVersions('alerts');
  const [open, setOpen] = useState<number | null>(null);
  return (
    <Loaded of={list} rows={3} isEmpty={({ versions }) => versions.length === 0} empty={<p>{formWords.noVersions}</p>}>
      {({ versions }) => (
        <ul className={styles.list} aria-label={formWords.versions}>
          {versions.map(({ version, savedAt, savedByName }) => (
            <li key={version}>
              <button
                type="button"
                className={styles.row}
                aria-expanded={open === version}
                onClick={() => setOpen(open === version ? null : version)}
              >
                {named(savedAt, savedByName)}
              </button>
              {open === version ? (
                <div className={own.opened}>
                  <Version {...props} version={version} />
                </div>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  );
};
