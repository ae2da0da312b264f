import { ask } from './ask.js';
import { dateText, element, form } from './elements.js';
import { text } from './words/language.js';

const PATH = '/api/hub/admin/key';

/** The words of the hub's key, and how it is changed: folded up, because it is needed once in years. */
export const hubKey = () => {
  const shown = element('div', {});
  const show = ({ words, rotations, oldKeyUntil }) => {
    const change = form(text.hubKey.change, [element('p', {}, text.hubKey.hint)], text.hubKey.change, async () => {
      // the words say which key is meant: sent twice, it is changed once
      const { answer } = await ask(PATH, { method: 'POST', body: { words } });
      show(answer);
    });
    shown.replaceChildren(
      element('p', {}, text.hubKey.words, ' ', element('strong', {}, words)),
      ...(rotations.length > 0 ? [element('p', { class: 'quiet' }, text.hubKey.changed(rotations.length))] : []),
      ...(oldKeyUntil === null ? [] : [element('p', { class: 'quiet' }, text.hubKey.until(dateText(oldKeyUntil)))]),
      change,
    );
  };
  const open = async () => {
    try {
      const { answer } = await ask(PATH);
      show(answer);
    } catch (error) {
      shown.replaceChildren(element('p', { class: 'refusal', role: 'alert' }, error.message));
    }
  };
  return element(
    'section',
    {},
    element(
      'details',
      { toggle: (event) => void (event.target.open && open()) },
      element('summary', {}, text.hubKey.title),
      shown,
    ),
  );
};
