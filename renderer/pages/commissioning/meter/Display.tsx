import { Button } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { changeTag, type PlantTag } from '../../../../server/contract/plant/commissioning/fieldConfiguration.ts';
import {
  confirmDisplayMatch,
  type DisplayCandidate,
  type DisplayMatchView,
  lookAtDisplayMatch,
  startDisplayMatch,
} from '../../../../server/contract/plant/tools/registers.ts';
import { ApiError } from '../../../api/call.ts';
import { useEndpoint, useSend } from '../../../api/useEndpoint.ts';
import { FormProblem } from '../../../parts/form/fields.tsx';
import { explain } from '../../../parts/states.tsx';
import { useProfile, useServices } from '../../../state/services.ts';
import { language } from '../../../text/language.ts';
import { formatUpTo, unitLabel } from '../../../text/numbers.ts';
import { clockTimeWithSeconds } from '../../../text/times.ts';
import { words } from '../words.ts';
import styles from './Meter.module.css';

/** Between two looks at the registers while a number may be typed. */
const LOOK_MS = 1000;

type Reading = { at: number; shown: string };

/** The decoding that the display proves is the one that is configured. */
const agrees = ({ decode }: PlantTag, candidate: DisplayCandidate): boolean =>
  candidate.address === decode.address &&
  candidate.scale === decode.scale &&
  candidate.type === decode.type &&
  (candidate.fraction?.address === decode.fraction?.address || candidate.fraction === undefined) &&
  (candidate.wordOrder === decode.wordOrder || /16|8/.test(decode.type));

const outcome = (match: DisplayMatchView): string => {
  if (language() === 'en') return match.words;
  if (match.candidates.length === 0) return words.nothingFits;
  return match.confirmed ? words.confirmed(match.readings) : words.oneMore;
};

/** The server has begun anew, or forgotten it for newer ones. */
const isGone = (error: unknown): boolean =>
  error instanceof ApiError && error.failure.kind === 'refused' && error.failure.http === 404;

type Props = { connectionId: string; slaveId: number; tag: PlantTag; onProof: (readings: number) => void };

/** What does its display show? Three readings while water runs prove address, type, word order and scale. */
export const Display = ({ connectionId, slaveId, tag, onProof }: Props) => {
  const { clock } = useServices();
  const { timezone } = useProfile();
  const [typed, setTyped] = useState('');
  const [readings, setReadings] = useState<readonly Reading[]>([]);
  const [match, setMatch] = useState<DisplayMatchView | null>(null);
  const [watchedId, setWatchedId] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const start = useSend(startDisplayMatch);
  const confirm = useSend(confirmDisplayMatch);
  const change = useSend(changeTag);
  const [best] = match?.candidates ?? [];

  const { space, address } = tag.decode;
  const place = { connectionId, slaveId, space: space === 'input' ? 'input' : 'holding', address } as const;
  const begin = async (shown?: string): Promise<DisplayMatchView> => {
    const begun = await start.send({ body: shown === undefined ? place : { ...place, shown } });
    setWatchedId(begun.id);
    return begun;
  };
  // the display moves on while somebody types: what the registers held until then counts too
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each place
  useEffect(() => {
    // where it fails, comparing begins it again and says why
    begin().catch(() => {});
  }, [connectionId, slaveId, space, address]);
  useEndpoint(lookAtDisplayMatch, { params: { id: watchedId ?? '' } }, { everyMs: LOOK_MS, enabled: watchedId !== null });

  const compare = async (event: FormEvent) => {
    event.preventDefault();
    const shown = typed.trim();
    if (shown === '') return;
    setProblem(null);
    try {
      const next = await (watchedId === null
        ? begin(shown)
        : confirm
            .send({ params: { id: watchedId }, body: { shown } })
            .catch((error: unknown) => (isGone(error) ? begin(shown) : Promise.reject(error))));
      setMatch(next);
      setReadings((before) => (next.readings === 1 ? [] : before).concat({ at: clock.now(), shown }));
      setTyped('');
      if (next.candidates.length === 0) await begin();
      else if (next.candidates.some((one) => agrees(tag, one))) onProof(next.readings);
    } catch (error) {
      setProblem(explain(error));
    }
  };
  const use = ({ address, type, wordOrder, scale, fraction }: DisplayCandidate) => {
    const { fraction: _, ...decode } = tag.decode;
    const { id, wire: __, ...spec } = tag;
    change
      .send({
        params: { id },
        body: {
          ...spec,
          decode: {
            ...decode,
            address,
            type,
            wordOrder,
            scale,
            ...(fraction === undefined ? {} : { fraction: { ...fraction, scale: 1 } }),
          },
        },
      })
      .then(() => onProof(match?.readings ?? 0))
      .catch((error: unknown) => setProblem(explain(error)));
  };

  return (
    <section className={styles.display} aria-labelledby="display-question">
      <h2 id="display-question">{words.displayQuestion}</h2>
      <p className={styles.note}>{words.displayHint(tag.name)}</p>
      <ol className={styles.typed}>
        {readings.map(({ at, shown }) => (
          <li key={at}>
            <time>{clockTimeWithSeconds(at, timezone)}</time>
            <span className={styles.mono}>
              {shown} {unitLabel(tag.measure)}
            </span>
          </li>
        ))}
      </ol>
      <form className={styles.row} onSubmit={(event) => void compare(event)}>
        <input
          className={styles.shown}
          aria-label={words.displayShows}
          inputMode="decimal"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <span>{unitLabel(tag.measure)}</span>
        <Button type="submit" variant="default" loading={confirm.busy || (start.busy && typed !== '')}>
          {words.compare}
        </Button>
      </form>
      <FormProblem>{problem}</FormProblem>
      {match === null ? null : (
        <p className={styles.outcome} role="status" data-confirmed={match.confirmed || undefined}>
          {outcome(match)}
        </p>
      )}
      {best === undefined ? null : (
        <dl className={styles.facts}>
          <dt>{words.decoding}</dt>
          <dd className={styles.mono}>{best.decode}</dd>
          <dt>{words.now}</dt>
          <dd>
            {formatUpTo(best.value, 3)} {unitLabel(tag.measure)}
          </dd>
        </dl>
      )}
      {match?.confirmed && best !== undefined && !match.candidates.some((one) => agrees(tag, one)) ? (
        <>
          <p>{words.differs(tag.name)}</p>
          <Button variant="default" loading={change.busy} onClick={() => use(best)}>
            {words.useDecoding}
          </Button>
        </>
      ) : null}
    </section>
  );
};
