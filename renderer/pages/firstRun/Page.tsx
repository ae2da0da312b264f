import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useProfile, useServices } from '../../state/services.ts';
import { locale } from '../../text/language.ts';
import { text } from '../../text/words.ts';
import { AddMeter } from '../commissioning/meter/AddMeter.tsx';
import { type MeterPlace, readPlace } from '../commissioning/meter/place.ts';
import { BackupStep } from './BackupStep.tsx';
import styles from './FirstRun.module.css';
import { NetworkStep } from './NetworkStep.tsx';
import { beforeOwner, type FirstStep, forgetProgress, readProgress, saveProgress, timesOf } from './progress.ts';
import { Rail } from './Rail.tsx';
import { words } from './words.ts';

/** The rest of the first run, for the owner: how others reach this PC, the first line, the first trusted reading. */
export const FirstRunPage = () => {
  const search = useSearch({ from: '/first-run' });
  const navigate = useNavigate({ from: '/first-run' });
  const { clock } = useServices();
  const { username, industryName, shift } = useProfile();
  const [progress, setProgress] = useState(() => readProgress(localStorage, clock.now()));
  const step: FirstStep = search.at ?? 'network';
  useDocumentTitle(text.pageTitle(words.title));
  const done = (one: FirstStep) =>
    setProgress((before) => saveProgress(localStorage, { ...before, done: { ...before.done, [one]: clock.now() } }));
  const isDone = (one: FirstStep) => beforeOwner.includes(one) || progress.done[one] !== undefined;
  const go = (place: MeterPlace) => void navigate({ search: { ...readPlace(place), at: 'meter' } });
  const times = timesOf(progress);

  return (
    <div className={styles.page}>
      <Rail
        now={step}
        isDone={isDone}
        open={(one) => {
          if (one === 'network') return () => void navigate({ search: {} });
          if (one === 'backup') return () => void navigate({ search: { at: 'backup' } });
          return one === 'meter' ? () => go({}) : undefined;
        }}
        said={{
          owner: username,
          language: text.languages.names[locale()],
          plant: words.plantSaid(industryName, shift.startAt.slice(0, 5)),
        }}
      />
      <main className={styles.main}>
        {step === 'network' ? (
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
              <Button variant="default" onClick={() => void navigate({ search: {} })}>
                {words.steps.network}
              </Button>
              <Button
                onClick={() => {
                  done('backup');
                  go({});
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
              place={search}
              go={go}
              sinceMs={progress.startedMs}
              onTrusted={() => done('meter')}
              last={
                <section className={styles.times} aria-label={words.where}>
                  <h3>{words.where}</h3>
                  <ul>
                    {times.map(({ step: one, ms }) => (
                      <li key={one}>
                        <strong>{words.duration(Math.max(1, Math.round(ms / 1000)))}</strong> {words.steps[one]}
                      </li>
                    ))}
                  </ul>
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
