import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AlertSettings } from '../../../../server/contract/model/alertSettings.ts';
import { listChannels } from '../../../../server/contract/plant/channels.ts';
import { listWritePoints } from '../../../../server/contract/plant/commands.ts';
import { useAccountSettings } from '../../../api/useAccountSettings.ts';
import { useEndpoint } from '../../../api/useEndpoint.ts';
import { Loaded } from '../../../parts/Loaded.tsx';
import { formatUpTo } from '../../../text/numbers.ts';
import own from './Delivery.module.css';
import { type Gap, gapsOf } from './gaps.ts';
import { words } from './words.ts';

const said = (gap: Gap): string => {
  const where = 'step' in gap.at ? words.step(gap.at.step) : words.channels[gap.at.channel];
  return gap.why === 'hours' ? words.gapHours(where, formatUpTo(gap.hours, 1)) : words.gaps[gap.why](where);
};

type Reach = Pick<AlertSettings, 'channels' | 'escalation' | 'rotas'>;

/** Whether alarms go anywhere but to this panel. */
const goOut = ({ channels, escalation }: Reach): boolean =>
  escalation.length > 0 || Object.entries(channels).some(([name, { enabled }]) => name !== 'web' && enabled);

/** Where nobody is notified although it looks so. @param none shown where somebody always is */
export const Gaps = ({ settings, none = null }: { settings: Reach; none?: ReactNode }) => {
  const { data } = useEndpoint(listChannels, {}, { everyMs: 30_000 });
  const points = useEndpoint(listWritePoints, { query: {} }, { everyMs: 30_000 }).data?.points;
  // what the server is able to send is not guessed while it is not known
  if (data === undefined || points === undefined) return null;
  const gaps = gapsOf(settings, {
    isSetUp: (name) => data.channels.some((one) => one.channel === name && one.isSetUp),
    isRelay: (pointId) => points.some(({ id, kind }) => id === pointId && kind === 'relay'),
  });
  if (gaps.length === 0) return none;
  return (
    <section className={own.gaps} aria-label={words.gapsTitle}>
      <strong>{words.gapsTitle}</strong>
      <ul>
        {gaps.map((gap) => (
          <li key={said(gap)}>{said(gap)}</li>
        ))}
      </ul>
    </section>
  );
};

/** The same of what is saved, for whoever looks after the server. */
export const SavedGaps = () => {
  const { settings } = useAccountSettings();
  return (
    <>
      <Loaded of={settings} rows={2}>
        {({ reply: { alerts } }) => (
          <Gaps settings={alerts} none={<p>{goOut(alerts) ? words.allReached : words.panelAlone}</p>} />
        )}
      </Loaded>
      <p>
        <Link to="/settings" search={{ tab: 'delivery' }} className="hw-link">
          {words.title}
        </Link>
      </p>
    </>
  );
};
