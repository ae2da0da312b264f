import type { Permission } from '../../../server/contract/permissions.ts';
import type { Overview } from '../../../server/contract/plant/overview.ts';
import type { Attention } from '../../state/alarms.ts';
import { alarmWords } from '../../text/alarmWords.ts';
import { text } from '../../text/words.ts';
import type { PageEntry } from '../page.ts';
import { groupsFor } from '../pages.ts';

/** One line of the palette. */
export type Found = {
  key: string;
  group: 'alarms' | 'units' | 'pages' | 'actions' | 'settings';
  name: string;
  /** Right of the name: what kind it is, or its state. */
  note: string;
  /** Other words by which it is found. */
  also: string;
  priority?: number;
  icon?: PageEntry['icon'];
  /** An address of the panel; Ctrl Enter opens it in a tab of its own. */
  to?: string;
  run?: () => void;
};

/** A choice that is made at once, or a place where something is set. */
export type Setting = { name: string; note: string } & ({ run: () => void } | { to: string });

type Known = {
  permissions: readonly Permission[];
  overview: Overview | undefined;
  attention: Attention | null;
  alarmsPath: string | null;
  acknowledge: (alarmId: string) => void;
  settings: readonly Setting[];
};

/** Everything that can be gone to or done from here, in the order of the groups. */
export const paletteEntries = ({ permissions, overview, attention, alarmsPath, acknowledge, settings }: Known): Found[] => {
  const alarms = [...(attention?.waiting ?? []), ...(attention?.seen ?? [])];
  const toAlarm = ({ id, unitId }: Attention['waiting'][number]): { to?: string } => {
    if (alarmsPath !== null) return { to: `${alarmsPath}?alarm=${encodeURIComponent(id)}` };
    return unitId === '' ? {} : { to: `/units/${encodeURIComponent(unitId)}` };
  };
  return [
    ...alarms.map(
      (alarm): Found => ({
        key: `alarm ${alarm.id}`,
        group: 'alarms',
        name: alarmWords(alarm).title,
        note: attention?.waiting.includes(alarm) ? text.alarms.oldest : text.alarms.acknowledged,
        also: alarm.unitName,
        priority: alarm.priority,
        ...toAlarm(alarm),
      }),
    ),
    ...(overview?.units ?? []).map(
      (unit): Found => ({
        key: `unit ${unit.unitId}`,
        group: 'units',
        name: unit.unitName,
        note: unit.subCategory.displayName,
        also: `${unit.subCategory.group} ${text.types[unit.type]}`,
        to: `/units/${encodeURIComponent(unit.unitId)}`,
      }),
    ),
    ...groupsFor(permissions).flatMap(({ group, pages }) =>
      pages.map(
        (page): Found => ({
          key: `page ${page.id}`,
          group: 'pages',
          name: text.nav[page.id],
          note: text.nav.groups[group],
          also: page.id,
          icon: page.icon,
          to: page.path,
        }),
      ),
    ),
    ...(permissions.includes('ALERTS') ? (attention?.waiting ?? []) : []).map(
      (alarm): Found => ({
        key: `ack ${alarm.id}`,
        group: 'actions',
        name: text.alarms.acknowledgeOne(alarmWords(alarm).title),
        note: '',
        also: alarm.unitName,
        run: () => acknowledge(alarm.id),
      }),
    ),
    ...settings.map(
      (setting): Found => ({ key: `setting ${setting.note} ${setting.name}`, group: 'settings', also: setting.note, ...setting }),
    ),
  ];
};

const perGroup = 4;

const rank = ({ name }: Found, search: string): number => {
  const at = name.toLowerCase().indexOf(search);
  if (at === 0) return 0;
  return at > 0 && name[at - 1] === ' ' ? 1 : 2;
};

/** Those in which every word occurs, the best of each group first, at most four a group; all groups keep their order. */
export const searchEntries = (entries: readonly Found[], search: string): Found[] => {
  const wanted = search.trim().toLowerCase();
  const words = wanted.split(/\s+/).filter(Boolean);
  const fitting = entries.filter(({ name, also }) => {
    const all = `${name} ${also}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
  const groups = Map.groupBy(fitting, ({ group }) => group);
  return [...groups.values()].flatMap((own) => own.sort((a, b) => rank(a, wanted) - rank(b, wanted)).slice(0, perGroup));
};
