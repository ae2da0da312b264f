import { balanceEditor as en } from '../../../text/en/edit/balanceEditor.ts';
import { inLanguage } from '../../../text/language.ts';

export const words = inLanguage(en, ({ balanceEditor }) => balanceEditor);
