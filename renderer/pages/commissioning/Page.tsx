import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { PageFrame } from '../../parts/PageFrame.tsx';
import { useServices } from '../../state/services.ts';
import { text } from '../../text/words.ts';
import { readSearch } from './entry.ts';
import { Certificate } from './loopTest/Certificate.tsx';
import { AddMeter } from './meter/AddMeter.tsx';
import type { MeterPlace } from './meter/place.ts';
import { Tree } from './Tree.tsx';
import { words } from './words.ts';

/** Adding a meter has its own page: it can be left at any step, its address leads back. */
const Adding = () => {
  const search = useSearch({ from: '/commissioning' });
  const navigate = useNavigate({ from: '/commissioning' });
  const { clock } = useServices();
  // known where the work began on this page; one that is continued says no time
  const [sinceMs, setSinceMs] = useState(() => (search.step === undefined ? clock.now() : undefined));
  const go = (place: MeterPlace, saved?: true) => {
    if (place.step === undefined) setSinceMs(clock.now());
    void navigate({ search: readSearch({ ...place, add: true }), ignoreBlocker: saved === true });
  };
  return (
    <PageFrame
      title={words.addMeter}
      controls={
        <Button variant="default" onClick={() => void navigate({ search: {} })}>
          {words.leave}
        </Button>
      }
    >
      <AddMeter place={search} go={go} sinceMs={sinceMs} />
    </PageFrame>
  );
};

/** Lines, devices and signals with their state; what is wrong, what to try, and a new meter. */
export const CommissioningPage = () => {
  const { add, certificate } = useSearch({ from: '/commissioning' });
  if (certificate !== undefined) return <Certificate id={certificate} />;
  return add === true ? <Adding /> : <Tree title={text.nav.commissioning} />;
};
