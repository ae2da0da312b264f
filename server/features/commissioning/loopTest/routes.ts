import {
  addLoopTestPhoto,
  listCalibrations,
  listLoopTests,
  readLoopTest,
  readLoopTestPhoto,
  saveLoopTest,
} from '../../../contract/plant/commissioning/loopTests.ts';
import { Failure } from '../../../core/fail.ts';
import { file, type Route, route } from '../../../http/route.ts';
import type { LoopTestService } from './loopTestService.ts';

const contentTypes = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' } as const;

/** Loop tests, their photos, and when the next are due. */
export const loopTestRoutes = (loopTests: LoopTestService): Route[] => [
  route(listLoopTests)(async ({ query }, { caller }) => ({ loopTests: await loopTests.list(caller.industryId, query) })),
  route(readLoopTest)(({ params }, { caller }) => loopTests.read(caller.industryId, params.id)),
  route(saveLoopTest)(async ({ body }, { caller, audited }) => {
    const after = await loopTests.save(caller, body);
    audited({ subject: after.id, after });
    return after;
  }),
  route(addLoopTestPhoto)(async ({ params: { id }, upload }, { caller, audited }) => {
    if (!upload) throw new Failure('parameter', 'photo missing');
    const after = await loopTests.addPhoto(caller, id, upload);
    audited({ subject: id, after });
    return after;
  }),
  route(readLoopTestPhoto)(async ({ params: { id, photoId } }, { caller }) => {
    const { type, content } = await loopTests.photo(caller.industryId, id, photoId);
    return file({ body: Buffer.from(content), contentType: contentTypes[type] });
  }),
  route(listCalibrations)(({ query }, { caller }) => loopTests.calibrations(caller.industryId, query.withinDays)),
];
