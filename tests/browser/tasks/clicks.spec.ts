import { expect, test } from './clicks.ts';

test('a press that meets what has come under the pointer is taken back, and is no click', async ({ page, clicks }) => {
  const covering = `<button onclick="this.textContent = 'pressed'">press</button><script>
    addEventListener('mousemove', () => {
      const cover = document.createElement('div');
      cover.style = 'position: fixed; inset: 0';
      document.body.append(cover);
      setTimeout(() => cover.remove(), 300);
    }, { once: true });
  </script>`;
  await page.goto(`data:text/html,${encodeURIComponent(covering)}`);
  await page.getByRole('button').click();
  await expect(page.getByRole('button')).toHaveText('pressed');
  expect(clicks.count()).toBe(1);
});
