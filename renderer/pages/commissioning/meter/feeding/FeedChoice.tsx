import { seriesOfUnit } from '../../../../../server/contract/model/unitSeries.ts';
import type { PlantTag } from '../../../../../server/contract/plant/commissioning/fieldConfiguration.ts';
import type { KnownTemplate } from '../../../../../server/contract/plant/commissioning/templates.ts';
import { CheckField } from '../../../../parts/form/fields.tsx';
import { formatUpTo, unitLabel } from '../../../../text/numbers.ts';
import { text } from '../../../../text/words.ts';
import { words } from '../../words.ts';
import styles from '../Meter.module.css';
import { type UnitKindId, unitKinds } from '../unitKinds.ts';
import { convertedFor } from './conversion.ts';
import { feedsOf, paramsOf } from './feeds.ts';

type Props = {
  tags: readonly PlantTag[];
  template: KnownTemplate | undefined;
  kind: UnitKindId;
  /** Ids of the signals that are left out. */
  left: ReadonlySet<string>;
  onLeave: (id: string, isLeft: boolean) => void;
};

/** Each signal with what it would feed in the unit, or why it feeds nothing; any can be left out. */
export const FeedChoice = ({ tags, template, kind, left, onLeave }: Props) => {
  const { type } = unitKinds[kind];
  const chosen = tags.filter(({ id }) => !left.has(id));
  const params = paramsOf(chosen, template);
  const series = seriesOfUnit({ type, meta: { params } });
  const feeds = feedsOf(type, series, chosen, template);
  const takes = series.map(({ param, measure }) => `${text.params[param] ?? param} (${unitLabel(measure)})`).join(', ');
  const said = (tag: PlantTag): string | undefined => {
    const { id, unitId, measure, decode } = tag;
    const param = feeds.get(id);
    if (unitId !== null) return words.feedsElse;
    if (param !== undefined) {
      const name = params[param]?.name ?? text.params[param] ?? param;
      const converted = convertedFor(tag, series, param);
      if (converted === null) return words.feedsAs(name);
      return words.feedsConverted({
        param: name,
        from: unitLabel(measure),
        to: unitLabel(converted.measure),
        factor: formatUpTo(converted.factor, 9),
        before: formatUpTo(decode.scale, 9),
        after: formatUpTo(converted.decode.scale, 9),
      });
    }
    return left.has(id) || takes === '' ? undefined : words.feedsNothing(takes);
  };
  return (
    <section className={styles.sheet} aria-label={words.feeds}>
      <h2>{words.feeds}</h2>
      {tags.length === 0 ? <p className={styles.note}>{words.noSignal}</p> : null}
      {tags.map((tag) => (
        <CheckField
          key={tag.id}
          label={`${tag.name} ${tag.measure === '' ? '' : `(${unitLabel(tag.measure)})`}`.trim()}
          hint={said(tag)}
          checked={tag.unitId === null && !left.has(tag.id)}
          disabled={tag.unitId !== null}
          onChange={(isChosen) => onLeave(tag.id, !isChosen)}
        />
      ))}
    </section>
  );
};
