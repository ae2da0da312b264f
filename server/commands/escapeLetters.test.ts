import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { escapeLetters } from './escapeLetters.ts';

describe('letters beyond ASCII as escapes', () => {
  it.each([
    "'m³ → L, 20 °C — “so” 💧'",
    '`it’s m³ 💧`',
    "'\\’'",
    "'\\\\’'",
    "'\\\\\\’'",
    "'C:\\\\m³'",
    "/^[à-ÿ’]+$/.test('é’')",
    "/^\\’$/.test('’')",
    "/^[💧🌊]$/u.test('🌊')",
    "/[💧]/.test('\\ud83c')",
    "const größe = 3; ({ größe, 'm³': größe })",
  ])('%s means the same', (code) => {
    const escaped = escapeLetters(code);
    expect(Buffer.byteLength(escaped)).toBe(escaped.length);
    expect(runInNewContext(escaped)).toEqual(runInNewContext(code));
  });

  it('leaves ASCII as it is', () => {
    const code = "const a = '\\\\n'; // \\u2019 stays";
    expect(escapeLetters(code)).toBe(code);
  });
});
