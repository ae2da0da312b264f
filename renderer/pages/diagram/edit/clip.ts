import { z } from 'zod';
import { scadaGraph } from '../../../../server/contract/user/scada.ts';
import { keepIn } from '../../../api/keepIn.ts';
import type { Clip, NewPage } from './drawing.ts';

const key = 'headworks.editor.copied';
const page = scadaGraph.shape.pages.element;
const clip = page.pick({ nodes: true, edges: true });

/** What was copied last in this browser, in any tab and on any page. */
export const readClip = (): Clip | null => {
  try {
    const read = clip.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null'));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
};

export const keepClip = (copied: Clip): void => {
  const text = JSON.stringify(copied);
  keepIn(localStorage, key, text);
  // plain HTTP has no clipboard of the system; the copy is kept here all the same
  void navigator.clipboard?.writeText(text).catch(() => undefined);
};

/** A page out of a file; also one that is copied between plants, whose version and name are not needed. */
export const pageIn = (text: string): NewPage | null => {
  try {
    const read = z.union([page, page.omit({ id: true })]).safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
};
