import { readdirSync } from 'node:fs';
import pg from 'pg';
import { startCluster } from '../harness/cluster.ts';
import { createCustomer } from '../harness/customers.ts';
import { PurchaseSteps } from '../harness/purchase-steps.ts';
import { signIn } from '../harness/sign-in.ts';
import { expectBoughtOnce } from '../harness/stripe-state.ts';
import { expect, test } from '../harness/test.ts';

test('two portals on one database serve a customer, even if one of them is killed', async ({ page, complaints }) => {
  test.setTimeout(480_000);
  const cluster = await startCluster();
  try {
    expect(await listStoredFiles(cluster.databaseUrl)).toEqual(listBuiltFiles());
    const { email, password } = await createCustomer(cluster.databaseUrl);
    await signIn(page, email, password, cluster.url);
    const steps = new PurchaseSteps(page);
    await page.goto(`${cluster.url}/products`);
    await page.getByRole('link', { name: 'See plans Veriscan Desktop' }).click();
    await steps.walkFromPlans({ plan: 'Professional' });
    await expect(steps.payButton).toBeEnabled();
    expect(Math.min(...cluster.answered())).toBeGreaterThan(0);

    // The first portal runs the Stripe sandbox, and the second takes it over.
    await cluster.portals[0].kill();
    await steps.payButton.click();
    await steps.expectSuccess('Veriscan Desktop');
    await steps.dialog.getByRole('button', { name: 'Go to my products' }).click();
    await expect(page.getByRole('heading', { level: 3, name: 'Veriscan Desktop' })).toBeVisible();

    await cluster.portals[0].startAgain();
    await page.goto(`${cluster.url}/Billing`);
    await expect(page.getByRole('main').getByText('Active', { exact: true }).first()).toBeVisible();
    await expectBoughtOnce(cluster.sandboxPort, email);
  } finally {
    complaints.end();
    await cluster.remove();
  }
});

/** The names of the files that a process of any version can answer. */
async function listStoredFiles(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>('select name from built_files');
    return rows.map(({ name }) => name).sort();
  } finally {
    await client.end();
  }
}

/** The web's files in /assets, without compressed versions. */
function listBuiltFiles(): string[] {
  return readdirSync(new URL('../../web/dist/assets', import.meta.url))
    .filter((name) => !/\.(?:br|gz)$/.test(name))
    .sort();
}
