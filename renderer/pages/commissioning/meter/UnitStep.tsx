import { listTags, type PlantTag, readDevice } from '../../../../server/contract/plant/commissioning/fieldConfiguration.ts';
import { type KnownTemplate, readTemplate } from '../../../../server/contract/plant/commissioning/templates.ts';
import { useEndpoint } from '../../../api/useEndpoint.ts';
import { Loaded } from '../../../parts/Loaded.tsx';
import { FedUnit } from './FedUnit.tsx';
import type { StepProps } from './place.ts';
import { UnitForm } from './UnitForm.tsx';

const everyMs = 2000;

/** What the device measures in the plant. */
export const UnitStep = (props: StepProps) => {
  const { device: id = '' } = props.place;
  const device = useEndpoint(readDevice, { params: { id } });
  const tags = useEndpoint(listTags, { query: { deviceId: id } }, { everyMs });
  const templateId = device.data?.templateId ?? null;
  const template = useEndpoint(readTemplate, { params: { id: templateId ?? '' } }, { enabled: templateId !== null });
  const withTemplate = (known: PlantTag[], model: KnownTemplate | undefined) => (
    <>
      {props.place.unit === undefined ? <FedUnit {...props} tags={known} /> : null}
      <UnitForm key={model?.id} {...props} tags={known} template={model} deviceName={device.data?.name ?? ''} />
    </>
  );
  return (
    <Loaded of={tags} rows={6}>
      {(data) =>
        templateId === null ? (
          withTemplate(data.tags, undefined)
        ) : (
          <Loaded of={template}>{(model) => withTemplate(data.tags, model)}</Loaded>
        )
      }
    </Loaded>
  );
};
