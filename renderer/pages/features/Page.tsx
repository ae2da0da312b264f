import { Link } from '@tanstack/react-router';
import { type Feature, features } from '../../../server/contract/model/featureData.ts';
import { additionalFeature } from '../../../server/contract/user/additionalFeature.ts';
import { useEndpoint } from '../../api/useEndpoint.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { PageFrame } from '../../parts/PageFrame.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { useProfile } from '../../state/services.ts';
import { dateWithYearAndTime } from '../../text/times.ts';
import { text } from '../../text/words.ts';
import { type Row, rowsOf } from './contents.ts';
import styles from './Page.module.css';
import { words } from './words.ts';

/** Where what a document configures can be seen. */
const pageOf: Partial<Record<Feature, '/balance' | '/diagram' | '/alarms' | '/executive' | '/energy' | '/groundwater'>> = {
  waterBalance: '/balance',
  waterBalanceLeakage: '/balance',
  scadaWaterBalance: '/diagram',
  alerts: '/alarms',
  executiveSummary: '/executive',
  roEfficiencyLog: '/energy',
  GWI: '/groundwater',
};

const saidOf = ({ document }: Row, timezone: string): string => {
  if (document === null) return words.notSaved;
  return document.version === 0
    ? words.made
    : words.version(document.version, dateWithYearAndTime(Date.parse(document.updatedAt), timezone));
};

/** Which features this plant has configured, since when, and what their documents say. */
export const FeaturesPage = () => {
  const { timezone } = useProfile();
  const found = useEndpoint(additionalFeature, { query: { featureData: [...features] } }, { everyMs: 5 * 60_000 });
  const rows = found.data === undefined ? [] : rowsOf(found.data);
  return (
    <PageFrame
      title={text.nav.features}
      fresh={found.fresh}
      about={<p>{words.help}</p>}
      table={
        found.data === undefined
          ? undefined
          : {
              name: words.table.name,
              caption: words.table.name,
              columns: [
                { key: 'feature', label: words.table.feature },
                { key: 'version', label: words.table.version, numeric: true, plain: true },
                { key: 'saved', label: words.table.saved },
                { key: 'contents', label: words.table.contents },
              ],
              rows: rows.map(({ feature, document }) => [
                words.names[feature],
                document?.version ?? null,
                document === null ? null : dateWithYearAndTime(Date.parse(document.updatedAt), timezone),
                document?.says ?? '',
              ]),
            }
      }
    >
      <Loaded of={found} rows={10}>
        {() => (
          <Panel id="features" title={words.list} hiddenTitle>
            <ul className={styles.list}>
              {rows.map((row) => {
                const to = pageOf[row.feature];
                return (
                  <li key={row.feature} data-none={row.document === null || undefined}>
                    <b>{words.names[row.feature]}</b>
                    <span>{row.document?.says ?? ''}</span>
                    <span className={styles.quiet}>{saidOf(row, timezone)}</span>
                    {to === undefined ? <span /> : <Link to={to}>{words.open}</Link>}
                  </li>
                );
              })}
            </ul>
          </Panel>
        )}
      </Loaded>
    </PageFrame>
  );
};
