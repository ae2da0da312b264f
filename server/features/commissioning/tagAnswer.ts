import { showAddress } from '../../contract/model/registerAddress.ts';
import type { PlantTag } from '../../contract/plant/commissioning/fieldConfiguration.ts';
import type { Tag } from './model.ts';

/** A tag as it is answered: with its place on the wire in every way it is written. */
export const tagAnswer = (tag: Tag): PlantTag => ({ ...tag, wire: showAddress(tag.decode.space, tag.decode.address) });
