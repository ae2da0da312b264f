import type { PoolClient } from 'pg';
import type { CompareAnswer, CompareRequest } from '../../contract/hub/exchange.ts';
import { daysOf, monthOfDay } from '../../core/months.ts';
import { prefixOf, unequalLeaves, unequalNodes } from '../../core/sync/blocks.ts';
import { documentLeaves } from './documentStore.ts';
import { dayNodesIn, leavesOfDay, monthNodes } from './treeStore.ts';

/** Which of the plant's hashes differ from the hub's: months, and the days of the months that were asked about. */
export const compare = async (client: PoolClient, plantId: number, asked: CompareRequest): Promise<CompareAnswer> => {
  switch (asked.level) {
    case 'month':
      return { level: 'month', unequal: unequalNodes(asked.months, await monthNodes(client, plantId, asked.industry)) };
    case 'day': {
      const stretches = [...new Set(asked.days.map(([day]) => monthOfDay(day)))].map(daysOf);
      return { level: 'day', unequal: unequalNodes(asked.days, await dayNodesIn(client, plantId, asked.industry, stretches)) };
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
