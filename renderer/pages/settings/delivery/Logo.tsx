import { useState } from 'react';
import { uploadLogo } from '../../../../server/contract/user/accounts.ts';
import type { useAccountSettings } from '../../../api/useAccountSettings.ts';
import { FileButton } from '../../../parts/editor/FileButton.tsx';
import { FormProblem } from '../../../parts/form/fields.tsx';
import { isConflict } from '../../../parts/form/isConflict.ts';
import { explain } from '../../../parts/states.tsx';
import { useServices } from '../../../state/services.ts';
import styles from '../Page.module.css';
import own from './Delivery.module.css';
import { words } from './words.ts';

const uploadMs = 60_000;

type Props = { logo: string; account: Pick<ReturnType<typeof useAccountSettings>, 'save' | 'settings'> };

/** The picture at the head of reports: sent first, then named by the settings. */
export const Logo = ({ logo, account }: Props) => {
  const { session } = useServices();
  const [problem, setProblem] = useState<string | null>(null);
  const [done, setDone] = useState(false);
  const take = async (file: File): Promise<void> => {
    setDone(false);
    setProblem(null);
    try {
      const { logourl } = await session.requestUpload(uploadLogo, {}, file, uploadMs);
      await account.save({ account: { logo: logourl } });
      setDone(true);
    } catch (error) {
      setProblem(explain(error));
      if (isConflict(error)) account.settings.reload();
    }
  };
  return (
    <section className={styles.stack} aria-label={words.logo}>
      <h3>{words.logo}</h3>
      {logo === '' ? <p className={styles.note}>{words.noLogo}</p> : <img className={own.logo} src={logo} alt={words.logo} />}
      <div>
        <FileButton label={words.chooseLogo} accept="image/png,image/jpeg,image/webp" onFile={(file) => void take(file)} />
      </div>
      <p className={styles.note}>{words.logoHint}</p>
      <FormProblem>{problem}</FormProblem>
      <p role="status">{done ? words.saved : ''}</p>
    </section>
  );
};
