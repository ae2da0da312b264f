import { Link } from '@tanstack/react-router';
import { Empty } from '../../parts/states.tsx';
import { useProfile } from '../../state/services.ts';
import { text } from '../../text/words.ts';

/** A plant without units, and what whoever may does next: the first run where it was left, else a meter. */
export const EmptyPlant = () => {
  const { permissions } = useProfile();
  const { title, body, firstRun, addMeter } = text.emptyPlant;
  const action = !permissions.includes('COMMISSIONING') ? undefined : permissions.includes('SYSTEM') ? (
    <Link to="/first-run">{firstRun}</Link>
  ) : (
    <Link to="/commissioning" search={{ add: true }}>
      {addMeter}
    </Link>
  );
  return (
    <Empty title={title} action={action}>
      {body}
    </Empty>
  );
};
