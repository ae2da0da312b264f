import { useState } from 'react';
import { executiveTicket } from '../../../server/contract/user/executiveSummary.ts';
import { useSend } from '../../api/useEndpoint.ts';
import { useOrigin } from '../../api/useOrigin.ts';
import { Panel } from '../../parts/Panel.tsx';
import { HereOnly } from '../../parts/picture/HereOnly.tsx';
import { explain } from '../../parts/states.tsx';
import styles from './Page.module.css';
import { sharedPath } from './sharedPath.ts';
import { words } from './words.ts';

/** A link that opens this page once for somebody without a login. */
export const ShareLink = () => {
  const { send, busy } = useSend(executiveTicket);
  const [link, setLink] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [copied, setCopied] = useState(false);
  const origin = useOrigin();
  const make = () => {
    setProblem(null);
    setCopied(false);
    send({})
      .then(({ ticket }) => setLink(`${origin}${sharedPath}#${ticket}`))
      .catch((error: unknown) => setProblem(explain(error)));
  };
  return (
    <div className={styles.onScreen}>
      <Panel id="share" title={words.link}>
        <p className={styles.quiet}>{words.linkBody}</p>
        <div className={styles.share}>
          <button type="button" className={styles.button} disabled={busy} onClick={make}>
            {link === null ? words.make : words.again}
          </button>
          {link === null ? null : (
            <>
              <input readOnly value={link} aria-label={words.link} onFocus={(event) => event.currentTarget.select()} />
              {/* only where the browser has a clipboard: over plain HTTP it has none */}
              {'clipboard' in navigator ? (
                <button
                  type="button"
                  className={styles.button}
                  onClick={() => void navigator.clipboard.writeText(link).then(() => setCopied(true))}
                >
                  {copied ? words.copied : words.copy}
                </button>
              ) : null}
            </>
          )}
          {problem === null ? null : <span role="alert">{problem}</span>}
        </div>
        {link === null ? null : <HereOnly url={link} />}
      </Panel>
    </div>
  );
};
