import styles from './FirstRun.module.css';
import { words } from './words.ts';

const isLoopback = (host: string): boolean => host === 'localhost' || host === '[::1]' || host.startsWith('127.');

/** The address this browser came by: others can use it where it is no address of this PC alone. */
export const NetworkStep = () => {
  const { hostname, origin } = location;
  return (
    <section className={styles.sheet} aria-label={words.address}>
      <p className={styles.address}>{origin}</p>
      <p>{isLoopback(hostname) ? words.onlyHere : words.reachable}</p>
      <h2>{words.limits}</h2>
      <p className={styles.note}>{words.limitsAbout}</p>
    </section>
  );
};
