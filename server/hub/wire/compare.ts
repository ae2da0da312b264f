import type { PoolClient } from 'pg';
import type { CompareAnswer, CompareRequest } from '../../contract/hub/exchange.ts';
import { daysOf, monthOfDay } from '../../core/months.ts';
import { prefixOf, unequalLeaves, unequalNodes } from '../../core/sync/blocks.ts';
import { putUnequalDays, type StatedDay } from '../commit/unequalDayStore.ts';
import { documentLeaves } from './documentStore.ts';
import { dayNodesIn, leavesOfDay, monthNodes } from './treeStore.ts';

/** Which of the plant's hashes differ from the hub's: months, and the days of the months that were asked about. */
export const compare = async (client: PoolClient, plantId: number, asked: CompareRequest): Promise<CompareAnswer> => {
  switch (asked.level) {
    case 'month':
      return { level: 'month', unequal: unequalNodes(asked.months, await monthNodes(client, plantId, asked.industry)) };
    case 'day': {
      const months = asked.months ?? asked.days.map(([day]) => monthOfDay(day));
      const stretches = [...new Set(months)].map(daysOf);
      const unequal = unequalNodes(asked.days, await dayNodesIn(client, plantId, asked.industry, stretches));
      const stated = new Map(asked.days);
      // what the hub has nothing of is only not sent yet
      const differing = unequal.filter(([, here]) => here !== null).map(([day]): StatedDay => [day, stated.get(day) ?? null]);
      await putUnequalDays(client, plantId, asked.industry, differing);
      return { level: 'day', unequal };
    }
    case 'leaf':
      return {
        level: 'leaf',
        unequal: unequalLeaves(asked.leaves, await leavesOfDay(client, plantId, asked.industry, asked.day)).map((leaf) => [
          ...leaf,
        ]),
      };
    case 'document': {
      const mine = new Map((await documentLeaves(client, plantId, asked.kind)).map((leaf) => [leaf.id, leaf]));
      const unequal = asked.documents.flatMap(([id, version, prefix]): [string, number | null][] => {
        const leaf = mine.get(id);
        mine.delete(id);
        return leaf?.version === version && prefixOf(leaf.hash) === prefix ? [] : [[id, leaf?.version ?? null]];
      });
      return {
        level: 'document',
        unequal: [...unequal, ...[...mine.values()].map(({ id, version }): [string, number] => [id, version])],
      };
    }
  }
};
