import type { PlantTag } from '../../../../server/contract/plant/commissioning/fieldConfiguration.ts';
import type { TagView } from '../../../../server/contract/plant/state.ts';
import { formatUpTo, unitLabel } from '../../../text/numbers.ts';
import { formatAge } from '../../../text/times.ts';
import { text } from '../../../text/words.ts';
import { words } from '../words.ts';
import styles from './Meter.module.css';
import { changedWords } from './rawWords.ts';
import table from './Signals.module.css';

export const shownValue = (value: TagView['value'], measure: string): string => {
  if (value === null) return text.noValue;
  return typeof value === 'string' ? value : `${formatUpTo(value, 3)} ${unitLabel(measure)}`.trim();
};

/** "int32 CDAB + float32 CDAB". */
export const decodingOf = ({ decode: { type, wordOrder, fraction } }: PlantTag): string => {
  const part = (one: { type: string; wordOrder: string }) =>
    /16|8|bool|bit/.test(one.type) ? one.type : `${one.type} ${one.wordOrder}`;
  return fraction === undefined ? part({ type, wordOrder }) : `${part({ type, wordOrder })} + ${part(fraction)}`;
};

type Props = {
  tags: readonly PlantTag[];
  views: ReadonlyMap<string, TagView>;
  before: (tagId: string) => readonly number[] | undefined;
  chosen: string | undefined;
  onChoose: (tagId: string) => void;
};

/** Each signal of the model as it comes over the wire: raw words, how they are read, the value, and how old it is. */
export const Signals = ({ tags, views, before, chosen, onChoose }: Props) => (
  <div className={styles.scroll}>
    <table className={table.signals}>
      <caption className="hw-only-read">{words.signals}</caption>
      <thead>
        <tr>
          {words.signalColumns.map((label, at) => (
            <th key={label} scope="col" data-numeric={at === 4 || undefined}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {tags.map((tag) => {
          const view = views.get(tag.id);
          const good = view?.quality === 'GOOD' || view?.quality === 'UNCERTAIN';
          return (
            <tr key={tag.id} data-chosen={tag.id === chosen || undefined}>
              <th scope="row">
                <button type="button" className={styles.plain} aria-pressed={tag.id === chosen} onClick={() => onChoose(tag.id)}>
                  {tag.name}
                </button>
              </th>
              <td className={styles.mono}>{tag.wire.register}</td>
              <td className={`${styles.mono} ${table.parts}`}>
                {changedWords(view?.raw ?? null, before(tag.id)).map(({ at, hex, changed }) => (
                  <span key={at} className={table.word} data-changed={changed || undefined}>
                    {hex}
                  </span>
                ))}
              </td>
              <td className={`${styles.mono} ${table.parts}`}>
                {decodingOf(tag)
                  .split(/(?=\+ )/)
                  .map((part) => (
                    <span key={part}>{part}</span>
                  ))}
              </td>
              <td data-numeric className={good ? styles.live : styles.dead}>
                {shownValue(view?.value ?? null, tag.measure)}
              </td>
              <td>
                {view?.quality == null ? words.notReadYet : good ? null : <strong>{words.quality[view.quality]}</strong>}
                {view?.ageSeconds == null ? null : ` ${formatAge(view.ageSeconds * 1000)}`}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  </div>
);
