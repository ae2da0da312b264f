import { isLoopbackHost } from '../../../server/contract/model/loopbackHost.ts';
import { readTls } from '../../../server/contract/plant/tls.ts';
import { useEndpoint } from '../../api/useEndpoint.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import styles from './FirstRun.module.css';
import { panelAddresses } from './networkAddresses.ts';
import { words } from './words.ts';

/** The address this browser came by, and every address of this PC at which others reach the panel. */
export const NetworkStep = () => {
  const { hostname, origin } = location;
  const tls = useEndpoint(readTls, {});
  return (
    <section className={styles.sheet} aria-label={words.address}>
      <p className={styles.address}>{origin}</p>
      <p>{isLoopbackHost(hostname) ? words.onlyHere : words.reachable}</p>
      <h2>{words.addresses}</h2>
      <Loaded of={tls} rows={2}>
        {({ port, reach, http }) => {
          const found = panelAddresses(reach.addresses);
          return (
            <>
              {found.length === 0 ? (
                <p>{port === null ? words.noAddresses : words.noneServed}</p>
              ) : (
                <ul aria-label={words.addresses}>
                  {found.map((address) => (
                    <li key={address} className={styles.address}>
                      {address}
                    </li>
                  ))}
                </ul>
              )}
              <p className={styles.note}>{http === 'loopback' ? words.clearHere : words.clearEverywhere}</p>
            </>
          );
        }}
      </Loaded>
      <h2>{words.limits}</h2>
      <p className={styles.note}>{words.limitsAbout}</p>
    </section>
  );
};
