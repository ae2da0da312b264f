import { type lastChangeKinds, readLastChange } from '../../../server/contract/plant/lastChanges.ts';
import { useEndpoint } from '../../api/useEndpoint.ts';
import { useProfile } from '../../state/services.ts';
import { dateWithYearAndTime } from '../../text/times.ts';
import { words } from './words.ts';

const everyMs = 10_000;

type Of = {
  /** Id of the thing; nothing is asked where absent. */
  subject: string | undefined;
  /** What the audit log calls the change; any where absent. */
  kind?: (typeof lastChangeKinds)[number] | undefined;
};

/** When somebody changed a thing last, and who, in words; undefined where that is not known, or not for this person. */
export const useLastChange = ({ subject, kind }: Of): string | undefined => {
  const { permissions, timezone } = useProfile();
  const mayAsk = permissions.includes('COMMISSIONING') || permissions.includes('ACCOUNT_SETTINGS');
  const enabled = subject !== undefined && mayAsk;
  const query = kind === undefined ? {} : { kind };
  const { data } = useEndpoint(readLastChange, { params: { id: subject ?? '' }, query }, { enabled, everyMs });
  if (data?.change == null) return undefined;
  return words.versionBy(dateWithYearAndTime(Date.parse(data.change.at), timezone), data.change.byName ?? words.someoneGone);
};
