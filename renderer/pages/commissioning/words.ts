import { commissioning as en } from '../../text/en/commissioning.ts';
import { fieldTools as enTools } from '../../text/en/fieldTools.ts';
import { meter as enMeter } from '../../text/en/meter.ts';
import { deviceFields as deviceFieldsEn } from '../../text/en/plant/deviceFields.ts';
import { lineFields as lineFieldsEn } from '../../text/en/plant/lineFields.ts';
import { loopTestFields as loopTestFieldsEn } from '../../text/en/plant/loopTestFields.ts';
import { signalFields as signalFieldsEn } from '../../text/en/plant/signalFields.ts';
import { inLanguage } from '../../text/language.ts';

export const words = inLanguage({ ...en, ...enMeter }, ({ commissioning, meter }) => ({ ...commissioning, ...meter }));
export const toolWords = inLanguage(enTools, ({ fieldTools }) => fieldTools);
export const deviceFields = inLanguage(deviceFieldsEn, ({ deviceFields: own }) => own);
export const lineFields = inLanguage(lineFieldsEn, ({ lineFields: own }) => own);
export const signalFields = inLanguage(signalFieldsEn, ({ signalFields: own }) => own);
export const loopTestFields = inLanguage(loopTestFieldsEn, ({ loopTestFields: own }) => own);
