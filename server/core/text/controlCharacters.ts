/**
 * Characters that no name or text of a person holds and that forge lines, steer terminals or turn text around: C0 but tab and line ends,
 * DEL, C1, and the marks that override or isolate a direction.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is looked for
const control = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is looked for
const everyControl = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g;

/** Whether such a character is in any text or field name of a parsed JSON value, however deep. */
export const holdsControl = (value: unknown): boolean => {
  const open = [value];
  while (open.length > 0) {
    const one = open.pop();
    if (typeof one === 'string') {
      if (control.test(one)) return true;
    } else if (Array.isArray(one)) for (const each of one) open.push(each);
    else if (typeof one === 'object' && one !== null)
      for (const [name, each] of Object.entries(one)) {
        if (control.test(name)) return true;
        open.push(each);
      }
  }
  return false;
};

/** The same text with such characters written out, as `\u001b`. */
export const showControl = (text: string): string =>
  control.test(text)
    ? text.replace(everyControl, (sign) => `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`)
    : text;
