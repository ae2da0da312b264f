import { useEffect, useRef } from 'react';

type EditorAction = 'undo' | 'redo' | 'copy' | 'cut' | 'paste' | 'all' | 'save' | 'group' | 'remove' | 'nothing';

const withControl: Record<string, EditorAction> = {
  z: 'undo',
  y: 'redo',
  c: 'copy',
  x: 'cut',
  v: 'paste',
  a: 'all',
  s: 'save',
  g: 'group',
};

/** What keys mean to an editor; null: nothing, as in a field of text, where they keep their own meaning. */
const actionOf = (event: KeyboardEvent): EditorAction | null => {
  const key = event.key.toLowerCase();
  const isControl = event.ctrlKey || event.metaKey;
  const isText = event.target instanceof Element && event.target.matches('input, select, textarea, [contenteditable]');
  if (document.querySelector('dialog[open]') !== null) return null;
  if (isControl && key === 's') return 'save';
  if (isText) return null;
  if (isControl && key === 'z' && event.shiftKey) return 'redo';
  if (isControl) return withControl[key] ?? null;
  if (key === 'delete' || key === 'backspace') return 'remove';
  return key === 'escape' ? 'nothing' : null;
};

/** Keys of an editor, wherever the focus is but in a field of text. What the handler has no use for keeps its usual meaning. */
export const useEditorKeys = (onAction: Partial<Record<EditorAction, () => void>>): void => {
  const latest = useRef(onAction);
  latest.current = onAction;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const action = actionOf(event);
      const act = action === null ? undefined : latest.current[action];
      if (act === undefined) return;
      event.preventDefault();
      // `g` alone begins the panel's own keys
      event.stopPropagation();
      act();
    };
    addEventListener('keydown', press, true);
    return () => removeEventListener('keydown', press, true);
  }, []);
};
