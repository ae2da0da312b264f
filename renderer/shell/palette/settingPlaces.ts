import type { Permission } from '../../../server/contract/permissions.ts';
import { needOf, entry as plant, tabs as plantTabs } from '../../pages/plant/entry.ts';
import { entry as settings, tabsFor as settingsTabs } from '../../pages/settings/entry.ts';
import { words as settingsWords } from '../../pages/settings/words.ts';
import { entry as system, tabsFor as systemTabs } from '../../pages/system/entry.ts';
import { words as systemWords } from '../../pages/system/words.ts';
import { plant as plantEn } from '../../text/en/plant/plant.ts';
import { inLanguage } from '../../text/language.ts';
import { text } from '../../text/words.ts';
import type { Setting } from './paletteEntries.ts';

const plantWords = inLanguage(plantEn, ({ plant: own }) => own);

/** The parts of the pages where something is set, by the rights that open them. */
export const settingPlaces = (permissions: readonly Permission[], isDesktop: boolean): Setting[] => {
  const place = (page: { path: string; id: keyof typeof text.nav & string }, tab: string, name: string): Setting => ({
    name,
    note: String(text.nav[page.id]),
    to: `${page.path}?tab=${tab}`,
  });
  const opens = ({ needs }: { needs: readonly Permission[] }) => needs.some((need) => permissions.includes(need));
  return [
    ...(opens(settings) ? settingsTabs(permissions).map((tab) => place(settings, tab, settingsWords.tabs[tab])) : []),
    ...plantTabs.filter((tab) => permissions.includes(needOf[tab])).map((tab) => place(plant, tab, plantWords.tabs[tab])),
    ...systemTabs(permissions, isDesktop).map((tab) => place(system, tab, systemWords.tabs[tab])),
  ];
};
