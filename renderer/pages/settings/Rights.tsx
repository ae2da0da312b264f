import { type Permission, permissions } from '../../../server/contract/permissions.ts';
import { CheckField } from '../../parts/form/fields.tsx';
import { useProfile } from '../../state/services.ts';
import { text } from '../../text/words.ts';
import styles from './Page.module.css';
import { words } from './words.ts';

/** Each right by its name; nobody gives one that they do not hold. */
export const Rights = ({ granted, onChange }: { granted: readonly Permission[]; onChange: (next: Permission[]) => void }) => {
  const { permissions: own } = useProfile();
  return (
    <fieldset className={styles.rights}>
      <legend>{words.rights}</legend>
      {permissions.map((right) => (
        <CheckField
          key={right}
          label={text.rights[right]}
          checked={granted.includes(right)}
          disabled={!own.includes(right)}
          onChange={(on) => onChange(on ? [...granted, right] : granted.filter((one) => one !== right))}
        />
      ))}
    </fieldset>
  );
};
