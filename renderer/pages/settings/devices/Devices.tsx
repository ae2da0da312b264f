import { Button } from '@mantine/core';
import { useState } from 'react';
import { listPhones, type PairedPhone, revokePhone } from '../../../../server/contract/plant/accounts/phones.ts';
import { createWall, listWalls, revokeWall, type WallDisplay } from '../../../../server/contract/plant/walls.ts';
import { useEndpoint, useSend } from '../../../api/useEndpoint.ts';
import { useNewWall } from '../../../api/useNewWall.ts';
import { useOrigin } from '../../../api/useOrigin.ts';
import { FormProblem, TextField } from '../../../parts/form/fields.tsx';
import { useForm } from '../../../parts/form/useForm.ts';
import { Loaded } from '../../../parts/Loaded.tsx';
import { HereOnly } from '../../../parts/picture/HereOnly.tsx';
import { explain } from '../../../parts/states.tsx';
import { useProfile } from '../../../state/services.ts';
import { dateWithYearAndTime } from '../../../text/times.ts';
import styles from '../Page.module.css';
import own from './Devices.module.css';
import { PairPhone } from './PairPhone.tsx';
import { words } from './words.ts';

/** A phone may answer at any moment while its code is shown. */
const pairingMs = 2000;
const restingMs = 30_000;

type Line = { id: string; name: string; facts: string; lastUsedAt: string | null; action: string; label: string };

/** Devices with their last use; each can be taken out. */
const Lines = ({ lines, busy, onEnd }: { lines: readonly Line[]; busy: boolean; onEnd: (id: string) => Promise<unknown> }) => {
  const { timezone } = useProfile();
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <>
      <ul>
        {lines.map(({ id, name, facts, lastUsedAt, action, label }) => (
          <li key={id} className={styles.session}>
            <span>
              <strong>{name}</strong>
              <span className={styles.sub}>{facts}</span>
            </span>
            <span className={styles.sub}>
              {lastUsedAt === null ? words.neverUsed : words.lastUsed(dateWithYearAndTime(Date.parse(lastUsedAt), timezone))}
            </span>
            <Button
              variant="default"
              size="compact-md"
              aria-label={label}
              disabled={busy}
              onClick={() =>
                onEnd(id).then(
                  () => setProblem(null),
                  (error: unknown) => setProblem(explain(error)),
                )
              }
            >
              {action}
            </Button>
          </li>
        ))}
      </ul>
      <FormProblem>{problem}</FormProblem>
    </>
  );
};

const Phones = () => {
  const { timezone } = useProfile();
  const [isOpen, setIsOpen] = useState(false);
  const phones = useEndpoint(listPhones, {}, { everyMs: isOpen ? pairingMs : restingMs });
  const revoke = useSend(revokePhone);
  const lineOf = ({ id, name, model, pairedAt, pairedBy, lastUsedAt }: PairedPhone): Line => ({
    id,
    name,
    facts: `${model}, ${words.pairedBy(dateWithYearAndTime(Date.parse(pairedAt), timezone), pairedBy)}`,
    lastUsedAt,
    action: words.revoke,
    label: words.revokePhone(name),
  });
  return (
    <section className={styles.panel} aria-label={words.phones}>
      <h2>{words.phones}</h2>
      <p className={styles.sub}>{words.phonesHint}</p>
      <Loaded of={phones} rows={2}>
        {(data) => (
          <>
            {data.phones.length === 0 ? <p>{words.noPhones}</p> : null}
            <Lines lines={data.phones.map(lineOf)} busy={revoke.busy} onEnd={(id) => revoke.send({ params: { id } })} />
            <PairPhone pairings={data.pairings} onOpen={setIsOpen} />
          </>
        )}
      </Loaded>
    </section>
  );
};

/** The address of a new wall, this once. */
const WallAddress = ({ name, token, onClose }: { name: string; token: string; onClose: () => void }) => {
  const [copied, setCopied] = useState(false);
  const address = `${useOrigin()}/wall#token=${token}`;
  return (
    <div className={styles.stack}>
      <p>
        <strong>{words.wallMade(name)}</strong>
      </p>
      <p>{words.wallOnce}</p>
      <code className={own.address}>{address}</code>
      <HereOnly url={address} />
      <div className={styles.buttons}>
        <Button
          variant="default"
          onClick={() => {
            // only pages that came by HTTPS or loopback may use the clipboard; the address can be marked everywhere
            void navigator.clipboard?.writeText(address).then(
              () => setCopied(true),
              () => undefined,
            );
          }}
        >
          {copied ? words.copied : words.copy}
        </Button>
        <Button variant="default" onClick={onClose}>
          {words.close}
        </Button>
      </div>
    </div>
  );
};

const Walls = () => {
  const { timezone } = useProfile();
  const walls = useEndpoint(listWalls, {}, { everyMs: restingMs });
  const { make, forget, busy } = useNewWall();
  const revoke = useSend(revokeWall);
  const [made, setMade] = useState<{ name: string; token: string } | null>(null);
  const form = useForm({ schema: createWall.body, start: { name: '' } });
  const lineOf = ({ id, name, createdAt, createdBy, lastUsedAt }: WallDisplay): Line => ({
    id,
    name,
    facts: words.madeBy(dateWithYearAndTime(Date.parse(createdAt), timezone), createdBy),
    lastUsedAt,
    action: words.endWall,
    label: words.endWallOf(name),
  });
  return (
    <section className={styles.panel} aria-label={words.walls}>
      <h2>{words.walls}</h2>
      <p className={styles.sub}>{words.wallsHint}</p>
      <Loaded of={walls} rows={2}>
        {(data) => (
          <>
            {data.walls.length === 0 ? <p>{words.noWalls}</p> : null}
            <Lines
              lines={data.walls.map(lineOf)}
              busy={revoke.busy}
              onEnd={(id) => {
                // the one whose answer was lost may be the one that is ended
                forget();
                return revoke.send({ params: { id } });
              }}
            />
          </>
        )}
      </Loaded>
      {made === null ? (
        <form
          className={styles.stack}
          noValidate
          aria-label={words.makeWall}
          onSubmit={(event) => {
            event.preventDefault();
            const body = form.check();
            if (body === null) return;
            make(body.name).then(({ wall, token }) => {
              form.settle({ name: '' });
              setMade({ name: wall.name, token });
            }, form.refuse);
          }}
        >
          <TextField of={form.bind('name')} label={words.where} />
          <FormProblem>{form.problem}</FormProblem>
          <div>
            <Button type="submit" loading={busy}>
              {words.makeWall}
            </Button>
          </div>
        </form>
      ) : (
        <WallAddress {...made} onClose={() => setMade(null)} />
      )}
    </section>
  );
};

/** Phones that are paired with the plant, and displays that read by a token. */
export const Devices = () => (
  <div className={styles.split}>
    <Phones />
    <Walls />
  </div>
);
