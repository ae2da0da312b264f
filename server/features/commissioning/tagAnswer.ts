import { showAddress } from '../../contract/model/registerAddress.ts';
import type { PlantTag } from '../../contract/plant/commissioning/fieldConfiguration.ts';
import type { Tag } from './model.ts';

/** A tag as the API answers it: with its register address in every usual notation. */
export const tagAnswer = (tag: Tag): PlantTag => ({ ...tag, wire: showAddress(tag.decode.space, tag.decode.address) });
