import { signIn } from '../harness/sign-in.ts';
import { expect, test } from '../harness/test.ts';

test('a product that does not exist is reported as missing, and requested once', async ({ page, complaints }) => {
  complaints.expect(/the server responded with a status of 40[04]/);
  await signIn(page, 'owner@acme.example');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/Products/nothing/Plans')) asked.push(request.url());
  });
  await page.goto('/Products/nothing/Subscription');
  await expect(page.getByText('This was not found')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(asked).toHaveLength(1);
});
