import { diagramEditor as en } from '../../../text/en/edit/diagramEditor.ts';
import { inLanguage } from '../../../text/language.ts';

export const words = inLanguage(en, ({ diagramEditor }) => diagramEditor);
