import { expect, it } from 'vitest';
import { labelPage } from './labelPage.ts';

const qr = ['101', '010', '111'];
const htmlOf = (url: string): string => decodeURIComponent(url.slice(url.indexOf(',') + 1));

it('is a page of exactly the size of the label, with each dark square once', () => {
  const html = htmlOf(labelPage({ widthMm: 62, heightMm: 29, qr, title: 'Tank 3', lines: ['Plant'] }));
  expect(html).toContain('@page{size:62mm 29mm;margin:0}');
  expect(html.match(/h1v1h-1z/g)).toHaveLength(6);
});

it('takes words as words', () => {
  const html = htmlOf(labelPage({ widthMm: 62, heightMm: 29, qr, title: '<script>x</script>', lines: ['"><img src=x>'] }));
  expect(html).not.toMatch(/<script|<img/);
  expect(html).toContain("default-src 'none'");
});
