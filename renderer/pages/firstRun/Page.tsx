import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { readIndustry } from '../../../server/contract/plant/units.ts';
import { useEndpoint } from '../../api/useEndpoint.ts';
import { Failed, LoadingRows } from '../../parts/states.tsx';
import { useProfile, useServices } from '../../state/services.ts';
import { locale } from '../../text/language.ts';
import { text } from '../../text/words.ts';
import { AddMeter } from '../commissioning/meter/AddMeter.tsx';
import { type MeterPlace, readPlace } from '../commissioning/meter/place.ts';
import { BackupStep } from './BackupStep.tsx';
import styles from './FirstRun.module.css';
import { NetworkStep } from './NetworkStep.tsx';
import {
  beforeOwner,
  type FirstStep,
  forgetProgress,
  type Progress,
  readProgress,
  saveProgress,
  timesOf,
  withDone,
} from './progress.ts';
import { Rail } from './Rail.tsx';
import { useResume } from './useResume.ts';
import { words } from './words.ts';

/** The rest of the first run, for the owner: how others reach this PC, the first line, the first trusted reading. */
export const FirstRunPage = () => {
  const search = useSearch({ from: '/first-run' });
  const navigate = useNavigate({ from: '/first-run' });
  const { clock } = useServices();
  const { username, industryName, shift } = useProfile();
  const [progress, setProgress] = useState(() => readProgress(localStorage, clock.now()));
  const latest = useRef(progress);
  const keep = (change: (before: Progress) => Progress) => {
    latest.current = saveProgress(localStorage, change(latest.current));
    setProgress(latest.current);
  };
  const { here, failing } = useResume(progress, search);
  const { data: industry } = useEndpoint(readIndustry, {});
  const step: FirstStep = here?.at ?? 'network';
  const isTakenUp = useRef(search.at !== undefined);
  // from here on the address says where one is, whatever is found out meanwhile
  useEffect(() => {
    if (isTakenUp.current || here === null) return;
    isTakenUp.current = true;
    void navigate({ search: here, replace: true });
  }, [here, navigate]);
  useDocumentTitle(text.pageTitle(words.title));
  const done = (one: FirstStep) => keep((before) => withDone(before, one, clock.now()));
  const isDone = (one: FirstStep) => beforeOwner.includes(one) || progress.done[one] !== undefined;
  const go = (place: MeterPlace, saved?: true) => {
    keep((before) => ({ ...before, place: readPlace(place) }));
    void navigate({ search: { ...readPlace(place), at: 'meter' }, ignoreBlocker: saved === true });
  };
  const times = timesOf(progress);
  // the plant may have been made in another browser, which knows when it was begun
  const madeMs = industry === undefined ? Number.POSITIVE_INFINITY : Date.parse(industry.joinedDate);

  return (
    <div className={styles.page}>
      <Rail
        now={step}
        isDone={isDone}
        open={(one) => {
          if (one === 'network') return () => void navigate({ search: { at: 'network' } });
          if (one === 'backup') return () => void navigate({ search: { at: 'backup' } });
          return one === 'meter' ? () => go(progress.place ?? {}) : undefined;
        }}
        said={{
          owner: username,
          language: text.languages.names[locale()],
          plant: words.plantSaid(industryName, shift.startAt.slice(0, 5)),
        }}
      />
      <main className={styles.main}>
        {failing !== null ? (
          <Failed error={failing.error} onRetry={failing.reload} nextTryMs={failing.fresh.nextTryMs} />
        ) : here === null ? (
          <LoadingRows rows={6} />
        ) : step === 'network' ? (
          <div className={styles.form}>
            <h1>{words.questions.network}</h1>
            <p className={styles.help}>{words.helps.network}</p>
            <NetworkStep />
            <div className={styles.buttons}>
              <Button
                onClick={() => {
                  done('network');
                  void navigate({ search: { at: 'backup' } });
                }}
              >
                {words.nextBackup}
              </Button>
            </div>
          </div>
        ) : step === 'backup' ? (
          <div className={styles.form}>
            <h1>{words.questions.backup}</h1>
            <p className={styles.help}>{words.helps.backup}</p>
            <BackupStep />
            <div className={styles.buttons}>
              <Button variant="default" onClick={() => void navigate({ search: { at: 'network' } })}>
                {words.steps.network}
              </Button>
              <Button
                onClick={() => {
                  done('backup');
                  go(progress.place ?? {});
                }}
              >
                {words.nextMeter}
              </Button>
            </div>
          </div>
        ) : (
          <div className={styles.wide}>
            <div className={styles.head}>
              <h1>{words.questions.meter}</h1>
              <Button variant="default" onClick={() => void navigate({ to: '/' })}>
                {words.later}
              </Button>
            </div>
            <AddMeter
              place={here}
              go={go}
              sinceMs={Math.min(progress.startedMs, madeMs)}
              trustedAtMs={progress.done.meter}
              onTrusted={() => done('meter')}
              last={
                <section className={styles.times} aria-label={words.where}>
                  <h3>{words.where}</h3>
                  {progress.done.plant === undefined ? (
                    <p>{words.elsewhere}</p>
                  ) : (
                    <ul>
                      {times.map(({ step: one, ms }) => (
                        <li key={one}>
                          <strong>{words.duration(Math.max(1, Math.round(ms / 1000)))}</strong> {words.steps[one]}
                        </li>
                      ))}
                    </ul>
                  )}
                  {progress.done.meter === undefined ? null : (
                    <Button
                      variant="default"
                      onClick={() => {
                        forgetProgress(localStorage);
                        void navigate({ to: '/' });
                      }}
                    >
                      {words.finish}
                    </Button>
                  )}
                </section>
              }
            />
          </div>
        )}
      </main>
    </div>
  );
};
