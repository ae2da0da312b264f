import { Button } from '@mantine/core';
import { useState } from 'react';
import { readAuthority, readTls, renewCertificate, type TlsState } from '../../../server/contract/plant/tls.ts';
import { useEndpoint, useSend } from '../../api/useEndpoint.ts';
import { download } from '../../parts/downloads.ts';
import { FormProblem } from '../../parts/form/fields.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { explain } from '../../parts/states.tsx';
import { useProfile, useServices } from '../../state/services.ts';
import { dateWithYearAndTime } from '../../text/times.ts';
import { OwnCertificate } from './OwnCertificate.tsx';
import styles from './Page.module.css';
import { words as programWords } from './program/words.ts';
import { words } from './words.ts';

const Certificate = ({ of }: { of: NonNullable<TlsState['certificate']> }) => {
  const { timezone } = useProfile();
  return (
    <dl className={styles.facts} aria-label={words.certificate}>
      <dt>{words.certificate}</dt>
      <dd>{words.source[of.source]}</dd>
      <dt>{words.hosts}</dt>
      <dd>{of.hosts.join(', ')}</dd>
      <dt>{words.validUntil}</dt>
      <dd>{dateWithYearAndTime(Date.parse(of.validUntil), timezone)}</dd>
      <dt>{words.fingerprint}</dt>
      <dd className={styles.mono}>{of.fingerprint}</dd>
    </dl>
  );
};

/** Whether other machines get here, and who does. */
const Reach = ({ of: { addresses, firewall, clients } }: { of: TlsState['reach'] }) => (
  <dl className={styles.facts} aria-label={words.reachAddresses}>
    <dt>{words.reachAddresses}</dt>
    <dd>{addresses.length === 0 ? words.reachNone : addresses.map((address) => `https://${address}`).join(', ')}</dd>
    <dt>{words.firewall}</dt>
    <dd>{words.firewallState(firewall.program, firewall.state)}</dd>
    <dt>{words.clients}</dt>
    <dd>
      {clients.length === 0
        ? words.clientsNone
        : clients.map(({ address, connections }) => words.client(address, connections)).join(', ')}
      {location.protocol === 'https:' ? null : `; ${words.clientsHere}`}
    </dd>
  </dl>
);

/** The authority that clients trust: its certificate can be saved and handed to them. */
const Authority = ({ of }: { of: NonNullable<TlsState['authority']> }) => {
  const { timezone } = useProfile();
  const { session } = useServices();
  const [problem, setProblem] = useState<string | null>(null);
  const save = () =>
    session.requestFile(readAuthority, {}).then(
      ({ blob }) => download(blob, 'headworks-authority.crt'),
      (error: unknown) => setProblem(explain(error)),
    );
  return (
    <div className={styles.stack}>
      <p className={styles.note}>{words.authorityHint}</p>
      <dl className={styles.facts}>
        <dt>{words.fingerprint}</dt>
        <dd className={styles.mono}>{of.fingerprint}</dd>
        <dt>{words.validUntil}</dt>
        <dd>{dateWithYearAndTime(Date.parse(of.validUntil), timezone)}</dd>
      </dl>
      <div>
        <Button variant="default" onClick={() => void save()}>
          {words.authoritySave}
        </Button>
      </div>
      <FormProblem>{problem}</FormProblem>
    </div>
  );
};

/** How the server is reached from other machines, and what keeps that from being private. */
export const NetworkTab = () => {
  const state = useEndpoint(readTls, {}, { everyMs: 30_000 });
  const renew = useSend(renewCertificate, 30_000);
  const [note, setNote] = useState<string | null>(null);
  return (
    <div className={styles.stack}>
      <Panel id="tls" title={words.tabs.network} fresh={state.fresh}>
        <Loaded of={state} rows={4}>
          {({ port, certificate, findings, reach }) => (
            <div className={styles.stack}>
              <p>{port === null ? words.tlsOff : words.tlsOn(port)}</p>
              <ul className={styles.findings} aria-label={words.findings}>
                {findings.map(({ code }) => (
                  <li key={code} className={styles.notice}>
                    {words.tlsFindings[code]}
                  </li>
                ))}
              </ul>
              <Reach of={reach} />
              {certificate === null ? null : <Certificate of={certificate} />}
              {certificate?.source === 'plant' ? (
                <div>
                  <Button
                    variant="default"
                    loading={renew.busy}
                    onClick={() =>
                      renew.send({ body: { authority: false } }).then(
                        () => setNote(words.done),
                        (error: unknown) => setNote(explain(error)),
                      )
                    }
                  >
                    {words.renew}
                  </Button>
                </div>
              ) : null}
              <p role="status">{note ?? ''}</p>
            </div>
          )}
        </Loaded>
      </Panel>
      {state.data?.enabled ? (
        <Panel id="ownCertificate" title={programWords.certificate}>
          <OwnCertificate isOwn={state.data.certificate?.source === 'own'} />
        </Panel>
      ) : null}
      {state.data?.authority == null ? null : (
        <Panel id="authority" title={words.authority}>
          <Authority of={state.data.authority} />
        </Panel>
      )}
    </div>
  );
};
