import { loginAt } from '../../server/test/policyRig.ts';
import { askForBytes, type Received } from './ask.ts';
import { startFrozenPlant } from './frozenPlant.ts';
import { pageAndPictures, pdfText, sheetValues } from './readable.ts';
import { groups, type Request } from './requests.ts';

/** What was answered: JSON and text as it came, a page by line, a PDF by page and line, a workbook by sheet and cell. */
export type Answer = { status: number; headers: Record<string, string>; body: unknown };
/** Answers of one group by who asked for what. */
export type Answers = Record<string, Answer>;
/** PNG files by name. */
export type Pictures = Map<string, Uint8Array>;

/** The first pictures of a page are recorded; the others are of the same kind. */
const MOST_PICTURES = 3;
const keptHeaders = ['content-type', 'content-disposition', 'x-service-code'];

/** Fields that are drawn anew in each run, by the end of the path: ids of requests and sessions, the head of the audit chain. */
const drawn: readonly (readonly [path: string, field: RegExp])[] = [
  ['', /"(requestId)":"[^"]*"/g],
  ['/me/sessions', /"(id)":"[^"]*"/g],
  ['/audit/verify', /"(head)":"[^"]*"/g],
];

const settled = (name: string, text: string): string =>
  drawn.filter(([path]) => name.endsWith(path)).reduce((left, [, field]) => left.replace(field, '"$1":"any"'), text);

const nameOf = ({ user, path }: Request): string => `${user} ${path}`;

const readBody = async (name: string, { type, bytes }: Received, pictures: Pictures): Promise<unknown> => {
  if (type.startsWith('application/pdf')) return await pdfText(bytes);
  if (type.includes('spreadsheetml')) return await sheetValues(bytes);
  const text = Buffer.from(bytes).toString();
  if (!type.startsWith('text/html')) return settled(name, text);
  const { page, pictures: shown } = pageAndPictures(text);
  for (const [at, picture] of shown.slice(0, MOST_PICTURES).entries()) pictures.set(`${name} ${at + 1}`, picture);
  return page;
};

const idOf = (text: string): string => /"id":"([^"]+)"/.exec(text)?.[1] ?? 'none';

/** Asks all questions one after the other. */
export const play = async (): Promise<{ answers: Map<string, Answers>; pictures: Pictures }> => {
  const plant = await startFrozenPlant();
  const tokens = new Map<string, string>();
  const pictures: Pictures = new Map();
  const answers = new Map<string, Answers>();
  try {
    for (const user of ['admin', 'operator', 'technician', 'viewer', 'north', 'staff'] as const)
      tokens.set(user, (await loginAt(plant.url, user)).access_token);
    const idFrom = async (user: string, path: string): Promise<string> =>
      idOf(Buffer.from((await askForBytes(plant.url + path, tokens.get(user))).bytes).toString());
    const ids: Record<string, string> = {
      alarmId: await idFrom('operator', '/api/plant/alarms'),
      tagId: await idFrom('technician', '/api/plant/tags?deviceId=demo-boilerMeter'),
    };
    for (const [group, requests] of Object.entries(groups)) {
      const answered: Answers = {};
      for (const request of requests) {
        const path = request.path.replace(/\{(\w+)\}/g, (_, id: string) => ids[id] ?? 'none');
        const received = await askForBytes(plant.url + path, tokens.get(request.user));
        const { status, headers } = received;
        const kept = Object.fromEntries(keptHeaders.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])));
        answered[nameOf(request)] = { status, headers: kept, body: await readBody(nameOf(request), received, pictures) };
      }
      answers.set(group, answered);
    }
  } finally {
    await plant.stop();
  }
  return { answers, pictures };
};
