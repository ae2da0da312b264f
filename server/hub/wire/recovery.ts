import { itemOfDay } from '../../bundle/dayItems.ts';
import { itemFrame } from '../../bundle/itemFrames.ts';
import {
  type RecoveryFacts,
  recoveryDayRequest,
  recoveryDaysRequest,
  recoveryDocumentsRequest,
  recoveryEntriesRequest,
  recoverySeriesRequest,
} from '../../contract/hub/replacement.ts';
import { streamName } from '../../contract/hub/statement.ts';
import type { HubDatabase } from '../database/hubDatabase.ts';
import { streamEnds } from './entryStore.ts';
import type { KnownPlant } from './plantStore.ts';
import { readBody } from './readBody.ts';
import {
  carriedDaysAfter,
  carriedDaysOn,
  countsOf,
  documentsAfter,
  entriesAfter,
  namedSeries,
  provedStatement,
  shareOf,
  siteKeys,
} from './recoveryStore.ts';
import { WireRefusal } from './wireRefusal.ts';

const recoveryFacts = async (database: HubDatabase, plantId: number): Promise<RecoveryFacts> => {
  const { keys, share } = await database.readAboutPlant(plantId, async (client) => ({
    keys: await siteKeys(client, plantId),
    share: await shareOf(client, plantId),
  }));
  return database.reading(plantId, async (client) => {
    const ends = await streamEnds(client, plantId);
    return {
      share,
      proved: (await provedStatement(client, plantId, keys)) ?? null,
      streams: ends.map(({ stream, seq, hash }) => ({ name: streamName.parse(stream), last: seq, hash })),
      ...(await countsOf(client, plantId)),
    };
  });
};

/** Answers a plant with what the hub has of itself, page by page: what a new PC is restored from. */
export const answerRecovery = (
  database: HubDatabase,
  { plantId }: KnownPlant,
  what: string,
  body: Buffer,
): Promise<object | Buffer> => {
  if (what === 'facts') return recoveryFacts(database, plantId);
  return database.reading(plantId, async (client): Promise<object | Buffer> => {
    switch (what) {
      case 'documents': {
        const { after } = readBody(body, recoveryDocumentsRequest);
        return { documents: await documentsAfter(client, plantId, after ?? ['', '']) };
      }
      case 'entries': {
        const { stream, after } = readBody(body, recoveryEntriesRequest);
        return { entries: await entriesAfter(client, plantId, stream, after) };
      }
      case 'days': {
        const days = await carriedDaysAfter(client, plantId, readBody(body, recoveryDaysRequest).after);
        return Buffer.concat(days.flatMap((day) => itemFrame(itemOfDay(day))));
      }
      case 'day': {
        const { industry, day } = readBody(body, recoveryDayRequest);
        const days = await carriedDaysOn(client, plantId, industry, day);
        return Buffer.concat(days.flatMap((one) => itemFrame(itemOfDay(one))));
      }
      case 'series':
        return { series: await namedSeries(client, plantId, readBody(body, recoverySeriesRequest).uids) };
      default:
        throw new WireRefusal('notFound', 'this hub has no such address');
    }
  });
};
