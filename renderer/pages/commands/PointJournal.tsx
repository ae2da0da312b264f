import { listCommands } from '../../../server/contract/plant/commands.ts';
import { useEndpoint } from '../../api/useEndpoint.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { useProfile } from '../../state/services.ts';
import { Journal } from './Journal.tsx';
import type { Point } from './point.ts';
import { words } from './words.ts';

const limit = 5;

/** What was done last with one write point, for those who may read the journal. */
export const PointJournal = ({ point }: { point: Point }) => {
  const { permissions } = useProfile();
  const enabled = permissions.includes('PLC_READ');
  const journal = useEndpoint(listCommands, { query: { pointId: point.id, limit } }, { everyMs: 10_000, enabled });
  if (!enabled) return null;
  return (
    <div>
      <h3>{words.lastCommands}</h3>
      <Loaded of={journal} rows={2}>
        {({ commands }) => <Journal commands={commands} points={new Map([[point.id, point]])} label={words.lastCommands} />}
      </Loaded>
    </div>
  );
};
