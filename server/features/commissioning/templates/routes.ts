import {
  computeAddress,
  createFromTemplate,
  deleteTemplate,
  listTemplates,
  readTemplate,
  saveTemplate,
} from '../../../contract/plant/commissioning/templates.ts';
import { type Route, route } from '../../../http/route.ts';
import { tagAnswer } from '../tagAnswer.ts';
import { computeWire } from './addresses.ts';
import type { InstanceService } from './instanceService.ts';
import type { TemplateService } from './templateService.ts';

/** Device models, devices made from them, and what written addresses mean. */
export const templateRoutes = ({ templates, instances }: { templates: TemplateService; instances: InstanceService }): Route[] => [
  route(listTemplates)((_, { caller }) => ({ templates: templates.list(caller.industryId) })),
  route(readTemplate)(({ params }, { caller }) => templates.read(caller.industryId, params.id)),
  route(saveTemplate)(async ({ body: { version, ...template } }, { caller, audited }) => {
    const { before, after } = await templates.save(caller, template, version);
    audited({ subject: after.id, ...(before && { before }), after });
    return after;
  }),
  route(deleteTemplate)(async ({ params, query }, { caller, audited }) => {
    const before = await templates.delete(caller.industryId, params.id, query.version);
    audited({ subject: params.id, before });
    return { status: 'success', message: 'Deleted' };
  }),
  route(createFromTemplate)(async ({ body }, { caller, signal, audited }) => {
    const { device, tags } = await instances.create(caller.industryId, body, signal);
    audited({ subject: device.id, after: { ...device, tags: tags.map(({ id, name }) => ({ id, name })) } });
    return { device, tags: tags.map(tagAnswer), load: instances.load(device) };
  }),
  route(computeAddress)(({ query: { address, ...as } }) => computeWire(address, as)),
];
