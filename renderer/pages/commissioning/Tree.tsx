import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import { listTags } from '../../../server/contract/plant/commissioning/fieldConfiguration.ts';
import { plantField } from '../../../server/contract/plant/state.ts';
import { useEndpoint } from '../../api/useEndpoint.ts';
import { Choice } from '../../parts/Choice.tsx';
import { Opened } from '../../parts/gone/Opened.tsx';
import { useWasDeleted } from '../../parts/gone/wasDeleted.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { PageFrame } from '../../parts/PageFrame.tsx';
import { Empty } from '../../parts/states.tsx';
import { DeviceTool } from './device/DeviceTool.tsx';
import { RegisterMap } from './device/RegisterMap.tsx';
import { StressTest } from './device/StressTest.tsx';
import { type CommissioningSearch, readSearch, type Tool, tools } from './entry.ts';
import { type DeviceRow, fieldTree, type LineRow, summaryOf, troubleFirst } from './fieldTree.ts';
import { LineDoctor } from './LineDoctor.tsx';
import { LineTable } from './LineTable.tsx';
import { addressOfLine } from './lines.ts';
import { LoopTests } from './loopTest/LoopTests.tsx';
import styles from './Page.module.css';
import { Registers } from './Registers.tsx';
import { signalTable } from './signalTable.ts';
import { Traffic } from './Traffic.tsx';
import { toolWords, words } from './words.ts';

const everyMs = 3000;

const matches = (line: LineRow, typed: string): boolean =>
  `${line.name} ${addressOfLine(line.settings)} ${line.devices.map(({ name }) => name).join(' ')}`
    .toLowerCase()
    .includes(typed.trim().toLowerCase());

type SideProps = {
  line: LineRow;
  search: CommissioningSearch;
  change: (next: object) => void;
  /** The list is being asked for: a device that is not in it may have just been made. */
  isComing: boolean;
};

/** What is known of a line or device, and the tools for it. */
const Side = ({ line, search, change, isComing }: SideProps) => {
  const wanted = search.tool ?? 'doctor';
  // of a line that is gone, what is typed of it is all there is to see
  const wasDeleted = useWasDeleted();
  const tool = wasDeleted && wanted !== 'tests' ? 'device' : wanted;
  // a new one is none yet
  const named = search.device === 'new' ? undefined : search.device;
  // never another one, or the line, in the place of one that is gone
  const ofDevice = (draw: (device: DeviceRow | undefined) => ReactNode) =>
    named === undefined ? (
      draw(line.devices[0])
    ) : (
      <Opened
        id={named}
        found={line.devices.find(({ deviceId }) => deviceId === named)}
        isComing={isComing}
        back={{ label: toolWords.backToLine, go: () => change({ device: undefined, signal: undefined }) }}
      >
        {draw}
      </Opened>
    );
  const aside = useRef<HTMLElement>(null);
  const nameOf = (lineId: string | undefined) => `${lineId} ${search.device} ${search.signal}`;
  const chosen = nameOf(search.line);
  // an address that names a form leads to it at once
  const shown = useRef(search.signal === undefined ? chosen : '');
  useEffect(() => {
    // below a long list on a phone: what was chosen comes into sight
    if (shown.current !== chosen && matchMedia('(max-width: 61.9375em)').matches) aside.current?.scrollIntoView();
    shown.current = chosen;
  }, [chosen]);
  return (
    <aside ref={aside} className={styles.side} aria-label={line.name}>
      <div className={styles.sideHead}>
        <h2>{line.name}</h2>
        <span className={styles.mono}>{addressOfLine(line.settings)}</span>
      </div>
      {wasDeleted ? null : (
        <Choice<Tool>
          label={words.tool}
          value={tool}
          options={tools.map((value) => ({ value, label: words.tools[value] }))}
          // what is done by it is of this line, whichever has more trouble later
          onChoose={(value) => {
            shown.current = nameOf(line.connectionId);
            change({ tool: value, line: line.connectionId });
          }}
        />
      )}
      {tool === 'doctor'
        ? ofDevice(() => (
            <>
              <LineDoctor
                key={line.connectionId}
                line={line}
                deviceId={named}
                onDeleted={() => change({ line: undefined, device: undefined, signal: undefined })}
              />
              <StressTest key={`stress ${line.connectionId} ${named}`} line={line} deviceId={named} />
            </>
          ))
        : null}
      {tool === 'device' ? <DeviceTool line={line} deviceId={search.device} signal={search.signal} change={change} /> : null}
      {tool === 'traffic' ? <Traffic key={line.connectionId} lineId={line.connectionId} lineName={line.name} /> : null}
      {tool === 'registers' ? (
        <Fragment key={`registers ${line.connectionId} ${named}`}>
          {ofDevice((device) => (
            <>
              <Registers line={line} device={device} />
              {device === undefined ? null : <RegisterMap connectionId={line.connectionId} slaveId={device.slaveId} />}
            </>
          ))}
        </Fragment>
      ) : null}
      {tool === 'tests' ? (
        <Fragment key={`tests ${line.connectionId} ${named}`}>
          {ofDevice((device) => (
            <LoopTests device={device} />
          ))}
        </Fragment>
      ) : null}
    </aside>
  );
};

/** The tree of lines and devices, trouble first, with the doctor of the chosen one beside it. */
export const Tree = ({ title }: { title: string }) => {
  const search = useSearch({ from: '/commissioning' });
  const navigate = useNavigate({ from: '/commissioning' });
  const field = useEndpoint(plantField, {}, { everyMs });
  const tags = useEndpoint(listTags, { query: {} });
  const [typed, setTyped] = useState('');
  // what was chosen far down stays under the pointer
  const change = (next: object) =>
    void navigate({ search: (before) => readSearch({ ...before, ...next }), replace: true, resetScroll: false });
  const lines = field.data === undefined ? [] : fieldTree(field.data);
  const shown = (search.all === true ? lines : troubleFirst(lines)).filter((line) => matches(line, typed));
  const named = search.line ?? search.device;
  const chosen =
    lines.find(({ connectionId }) => connectionId === search.line) ??
    lines.find(({ devices }) => devices.some(({ deviceId }) => deviceId === search.device)) ??
    // never another one in the place of one that is gone
    (named === undefined ? shown[0] : undefined);
  const { answer, all, linesDown, silent } = summaryOf(lines);
  const add = <Button onClick={() => void navigate({ search: { add: true } })}>{words.addMeter}</Button>;
  return (
    <PageFrame
      title={title}
      fresh={field.fresh}
      about={words.help}
      note={
        lines.length === 0 ? undefined : (
          <>
            <strong>{words.headline(answer, all)}</strong> {words.troubles(linesDown, silent)}
          </>
        )
      }
      table={field.data === undefined ? undefined : signalTable(field.data, tags.data?.tags ?? [])}
      controls={
        lines.length === 0 ? undefined : (
          <>
            {add}
            <input
              type="search"
              className={styles.search}
              aria-label={words.search}
              placeholder={words.search}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <Choice
              label={words.order}
              value={search.all === true ? 'all' : 'trouble'}
              options={[
                { value: 'trouble', label: words.orders.trouble },
                { value: 'all', label: words.orders.all },
              ]}
              onChoose={(value) => change({ all: value === 'all' })}
            />
          </>
        )
      }
    >
      <Loaded
        of={field}
        rows={10}
        isEmpty={({ channels }) => channels.length === 0}
        empty={
          <Empty title={words.noLines} action={add}>
            {words.noLinesHint}
          </Empty>
        }
      >
        {() => (
          <div className={styles.split}>
            <LineTable
              searched={typed.trim().toLowerCase()}
              lines={shown}
              openAll={search.all === true}
              chosen={{ line: chosen?.connectionId, device: search.device }}
              onChoose={(line, device) => change({ line, device, signal: undefined })}
            />
            {named === undefined && chosen === undefined ? null : (
              <Opened
                id={named ?? ''}
                found={chosen}
                isComing={field.busy}
                back={{ label: words.toLines, go: () => change({ line: undefined, device: undefined, signal: undefined }) }}
              >
                {(line) => <Side line={line} search={search} change={change} isComing={field.busy} />}
              </Opened>
            )}
          </div>
        )}
      </Loaded>
    </PageFrame>
  );
};
