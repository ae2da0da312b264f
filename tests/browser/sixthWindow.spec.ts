import { expect, signIn, test } from './plant.ts';

/** The server gives live values to five windows of one account at once. */
test('a window that gets no live link from a server that answers says what to do about it', async ({
  context,
  serverUrl,
  record,
}) => {
  for (let window = 0; window < 5; window += 1) {
    const other = await context.newPage();
    await signIn(other, record);
    await other.goto(`${serverUrl}/account`);
    await expect(other.getByLabel('State of the system')).toContainText('live, ');
  }
  const sixth = await context.newPage();
  await signIn(sixth, record);
  await sixth.goto(`${serverUrl}/account`);
  await expect(sixth.getByRole('status').filter({ hasText: 'Not known since' })).toContainText(
    'No live link, though the server answers: too many windows of this account, or something between blocks it.',
  );
});
