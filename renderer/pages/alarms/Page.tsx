import { useNavigate, useSearch } from '@tanstack/react-router';
import { type AlarmView, alarmMetrics, listAlarms } from '../../../server/contract/plant/alarms.ts';
import { useEndpoint } from '../../api/useEndpoint.ts';
import buttons from '../../parts/button.module.css';
import { Choice } from '../../parts/Choice.tsx';
import { useTimeOf } from '../../parts/dates/useTimeOf.ts';
import { useOpenStep } from '../../parts/focus/useOpenStep.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { PageFrame } from '../../parts/PageFrame.tsx';
import { Empty } from '../../parts/states.tsx';
import { useNow } from '../../state/now.ts';
import { useProfile, useServices } from '../../state/services.ts';
import { useUnknownSince } from '../../state/useUnknownSince.ts';
import { alarmWords } from '../../text/alarmWords.ts';
import { addDays, shiftDate, toDmy } from '../../text/times.ts';
import { text } from '../../text/words.ts';
import { AlarmDrawer } from './AlarmDrawer.tsx';
import { AlarmList } from './AlarmList.tsx';
import { alarmTable, figuresTable } from './alarmTable.ts';
import { type AlarmsSearch, readSearch, type Span, spans, type Tab, tabs } from './entry.ts';
import { Figures } from './Figures.tsx';
import { HeldBack } from './HeldBack.tsx';
import { HubMessages } from './HubMessages.tsx';
import { floodOf, listed } from './listing.ts';
import styles from './Page.module.css';
import { usePrintWhenThere } from './usePrintWhenThere.ts';
import { words } from './words.ts';

const guardMs = 60_000;

/** Shift days of the span up to today, as the API wants them. */
const useDays = (span: Span) => {
  const { clock } = useServices();
  const { timezone, shift } = useProfile();
  const today = shiftDate(useNow(clock), timezone, shift.startAt);
  return { startDate: toDmy(addDays(today, 1 - span)), endDate: toDmy(today) };
};

const Flood = ({ alarms }: { alarms: readonly AlarmView[] }) => {
  const { clock } = useServices();
  const flood = floodOf(alarms, useNow(clock));
  return flood === null ? null : (
    <p className={styles.flood} role="status">
      {words.flood(flood.count, alarmWords(flood.first).title)}
    </p>
  );
};

/** What calls for somebody now, what was, and how the alarms serve those who answer them. */
export const AlarmsPage = () => {
  const search = useSearch({ from: '/alarms' });
  const navigate = useNavigate({ from: '/alarms' });
  const { tab = 'active', days: span = 1, alarm: openId } = search;
  const days = useDays(span);
  const { timezone } = useProfile();
  const when = useTimeOf();
  const isPast = tab === 'history' || tab === 'figures';
  const list = useEndpoint(listAlarms, { query: tab === 'history' ? days : {} }, { everyMs: guardMs, keepPrevious: true });
  const figures = useEndpoint(alarmMetrics, { query: days }, { everyMs: guardMs, enabled: tab === 'figures' });
  const shown = listed(list.data?.alarms ?? [], tab);
  const unknownMs = useUnknownSince(list.fresh);
  const unknown = unknownMs === null ? null : text.alarms.unknownSince(when(unknownMs));
  const change = (next: { [Key in keyof AlarmsSearch]?: AlarmsSearch[Key] | undefined }) =>
    void navigate({ search: (before) => readSearch({ ...before, ...next }), replace: true, resetScroll: false });
  const step = useOpenStep(openId !== undefined);
  const close = () => step.close(() => change({ alarm: undefined }));
  const open = (id: string | undefined) =>
    id === undefined
      ? close()
      : void navigate({ search: (before) => readSearch({ ...before, alarm: id }), resetScroll: false, ...step.opening });
  const isShift = tab === 'history' && span === 1 && search.view === 'table';
  const sheet = usePrintWhenThere(isShift && list.data !== undefined && !list.previous);

  return (
    <PageFrame
      title={text.nav.alarms}
      fresh={tab === 'figures' ? figures.fresh : list.fresh}
      help={words.help}
      table={
        tab === 'figures'
          ? figures.data && figuresTable(figures.data, words.table(words.spans[span]))
          : alarmTable(shown, words.table(words.tabs[tab]), timezone)
      }
      controls={
        <>
          <Choice<Tab>
            label={words.view}
            value={tab}
            options={tabs.map((value) => ({ value, label: words.tabs[value] }))}
            onChoose={(value) => change({ tab: value, alarm: undefined })}
          />
          {isPast ? (
            <Choice<`${Span}`>
              label={words.span}
              value={`${span}`}
              options={spans.map((value) => ({ value: `${value}` as const, label: words.spans[value] }))}
              onChoose={(value) => change({ days: spans.find((one) => `${one}` === value) })}
            />
          ) : null}
          <button
            type="button"
            className={buttons.button}
            onClick={() => {
              change({ tab: 'history', days: 1, alarm: undefined, view: 'table' });
              sheet.ask(() => void navigate({ search, replace: true, resetScroll: false }));
            }}
          >
            {words.printShift}
          </button>
        </>
      }
    >
      {tab === 'figures' ? (
        <Loaded of={figures}>{(data) => <Figures data={data} />}</Loaded>
      ) : (
        <div className={styles.split} data-open={openId !== undefined || undefined}>
          <div className={styles.left}>
            {tab === 'active' ? <HubMessages /> : null}
            <Flood alarms={list.data?.alarms ?? []} />
            <Loaded
              of={list}
              rowHeight="3rem"
              isEmpty={() => shown.length === 0}
              empty={<Empty title={unknown ?? words.none[tab]} />}
            >
              {() => <AlarmList alarms={shown} openId={openId} onOpen={open} />}
            </Loaded>
            {tab === 'shelved' && list.data !== undefined && list.previous !== true ? <HeldBack {...list.data} /> : null}
          </div>
          {openId === undefined ? null : <AlarmDrawer key={openId} id={openId} onClose={close} />}
        </div>
      )}
    </PageFrame>
  );
};
