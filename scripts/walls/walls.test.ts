// biome-ignore-all lint/suspicious/noTemplateCurlyInString: source texts that contain template literals
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { checkWalls } from '../walls.ts';
import { readSource } from './read-source.ts';
import { findBreaches } from './rules.ts';

/** The rules that a file with this content violates, among some other files. */
function breached(path: string, text: string): string[] {
  const neighbours = [
    'contract/src/index.ts',
    'contract/src/billing.ts',
    'contract/src/browser.ts',
    'stripe-sandbox/src/index.ts',
    'server/src/main.ts',
    'server/src/portal.ts',
    'server/src/app.ts',
    'server/src/app/options.ts',
    'server/src/core/config.ts',
    'server/src/core/http/server.ts',
    'server/src/core/db/schema/index.ts',
    'server/src/core/db/schema/catalog.gen.ts',
    'server/src/core/db/schema/invoices.gen.ts',
    'server/src/core/db/schema/operations.gen.ts',
    'server/src/core/stripe/index.ts',
    'server/src/core/stripe/sandbox-host.ts',
    'server/src/billing/index.ts',
    'server/src/billing/billing/billing.service.ts',
    'server/src/identity/session/index.ts',
    'web/src/app/paths.ts',
    'web/src/billing/invoices/api/list-invoices.ts',
    'web/src/billing/pages/invoice.tsx',
    'web/src/billing/products/api/list-products.ts',
    'web/src/ui/button.tsx',
    'web/src/lib/format.ts',
  ].filter((name) => name !== path);
  const textOf = (name: string) =>
    name === 'contract/src/index.ts'
      ? 'export const contract = { billing, invoices, products } as const;'
      : 'export {};';
  const sources = [...neighbours.map((name) => readSource(name, textOf(name))), readSource(path, text)];
  return findBreaches(sources).map(({ rule, path: where }) => {
    expect(where).toBe(path);
    return rule;
  });
}

const imports = (from: string) => `import { x } from '${from}';\nexport const y = x;`;

describe('walls', () => {
  test.each([
    ['contract-is-independent', 'contract/src/licensing/orders.ts', imports('date-fns')],
    ['contract-is-independent', 'contract/src/licensing/orders.ts', imports('../../../server/src/core/config.ts')],
    ['halves-meet-in-contract', 'server/src/core/http/new.ts', imports('../../../../web/src/lib/format.ts')],
    ['halves-meet-in-contract', 'server/src/core/http/new.ts', imports('@portico/web')],
    [
      'halves-meet-in-contract',
      'web/src/lib/new.ts',
      "export type { Config } from '../../../server/src/core/config.ts';",
    ],
    ['contract-through-its-index', 'web/src/lib/new.ts', imports('@portico/contract/src/billing.ts')],
    ['contract-through-its-index', 'server/src/core/http/new.ts', imports('../../../../contract/src/billing')],
    ['browsers-carry-no-schemas', 'web/src/lib/new.ts', imports('@portico/contract')],
    ['browsers-carry-no-schemas', 'contract/src/api/permissions.ts', imports('zod')],
    ['sandbox-knows-no-portal', 'stripe-sandbox/src/new.ts', imports('@portico/contract')],
    ['sandbox-knows-no-portal', 'stripe-sandbox/src/new.ts', imports('../../server/src/core/config.ts')],
    ['examples-stand-alone', 'examples/product/new.ts', imports('@portico/contract')],
    ['license-client-is-independent', 'license-client/src/new.ts', imports('@portico/contract')],
    ['license-client-is-independent', 'license-client/src/new.ts', imports('node:crypto')],
    ['license-client-is-independent', 'license-client/src/new.ts', imports('zod')],
    ['license-client-is-independent', 'license-client/src/node.ts', imports('zod')],
    ['license-client-is-independent', 'license-client/src/new.ts', imports('../test/fake-portal.ts')],
    ['examples-stand-alone', 'examples/cli/new.ts', imports('../../license-client/src/calls.ts')],
    ['postgres-is-independent', 'postgres/src/new.ts', imports('@portico/contract')],
    ['postgres-through-its-index', 'server/src/core/db/new.ts', imports('@portico/postgres/src/pool.ts')],
    ['postgres-through-its-index', 'stripe-sandbox/src/new.ts', imports('../../postgres/src/pool.ts')],
    ['sandbox-has-one-door', 'server/src/core/stripe/other.ts', imports('@portico/stripe-sandbox')],
    ['sandbox-has-one-door', 'server/src/portal.ts', "export const host = await import('@portico/stripe-sandbox');"],
    ['server-layers', 'server/src/portal.ts', imports('./main.ts')],
    ['server-layers', 'server/src/app.ts', imports('./portal.ts')],
    ['server-layers', 'server/src/app/new.ts', imports('../portal.ts')],
    ['server-layers', 'server/src/billing/billing/new.ts', imports('../../app.ts')],
    ['server-layers', 'server/src/billing/billing/new.ts', imports('../../app/options.ts')],
    ['server-layers', 'server/src/operators/mirror/cli.ts', imports('../../app.ts')],
    ['server-layers', 'server/src/core/db/migrate.ts', imports('../../portal.ts')],
    ['server-layers', 'server/src/core/db/new.ts', imports('../../billing/index.ts')],
    ['server-layers', 'server/src/core/jobs/new.ts', "export type A = import('../../billing/index.ts').A;"],
    ['server-layers', 'server/src/core/config.ts', imports('./http/server.ts')],
    ['server-layers', 'server/src/core/http/new.ts', imports('../elsewhere/thing.ts')],
    [
      'domains-have-one-door',
      'server/src/licensing/orders/new.ts',
      imports('../../billing/billing/billing.service.ts'),
    ],
    [
      'domains-have-one-door',
      'server/src/licensing/orders/new.ts',
      "import type { A } from '../../billing/billing/billing.service';\nexport type B = A;",
    ],
    ['domains-have-one-door', 'server/src/app.ts', "export * from './billing/billing/billing.service.ts';"],
    ['domains-have-one-door', 'e2e/new.spec.ts', imports('../server/src/billing/billing/billing.service.ts')],
    ['domains-have-one-door', 'scripts/new.ts', imports('../server/src/billing/billing/billing.service.ts')],
    ['doors-open-outward', 'server/src/billing/billing/new.ts', imports('../index.ts')],
    ['domains-have-levels', 'server/src/accounts/users/new.ts', imports('../../billing/index.ts')],
    ['domains-have-levels', 'server/src/identity/session/new.ts', imports('../../billing/index.ts')],
    ['web-directions', 'web/src/billing/invoices/new.tsx', imports('../../app/paths.ts')],
    ['web-directions', 'web/src/billing/invoices/new.tsx', imports('../pages/invoice.tsx')],
    ['web-directions', 'web/src/ui/new.tsx', imports('../billing/invoices/api/list-invoices.ts')],
    ['web-directions', 'web/src/lib/new.ts', imports('../app/paths')],
    ['features-stand-apart', 'web/src/billing/invoices/new.tsx', imports('../products/api/list-products.ts')],
    ['database-behind-queries', 'server/src/billing/billing/billing.routes.ts', imports('drizzle-orm/pg-core')],
    ['database-behind-queries', 'server/src/core/jobs/new.ts', "import pg from 'pg';\nexport const p = pg;"],
    [
      'stripe-behind-gateway',
      'server/src/billing/billing/new.ts',
      "import type Stripe from 'stripe';\nexport type S = Stripe;",
    ],
    ['stripe-behind-gateway', 'server/src/billing/billing/new.ts', "export type S = import('stripe').default;"],
    ['stripe-behind-gateway', 'scripts/new.ts', imports('stripe')],
    ['stripe-through-its-index', 'server/src/billing/billing/new.ts', imports('../../core/stripe/sandbox-host.ts')],
    ['stripe-through-its-index', 'server/src/portal.ts', imports('./core/stripe/command-stripe.ts')],
    ['stripe-behind-gateway', 'e2e/harness/new.ts', imports('stripe')],
    ['server-layers', 'server/src/core/http/new.ts', 'export const b = await import(`../../billing/index.ts`);'],
    [
      'server-layers',
      'server/src/core/http/new.ts',
      "declare const require: any;\nexport const b = require('../../app.ts');",
    ],
    ['server-layers', 'server/src/core/http/new.ts', "import app = require('../../app.ts');\nexport const b = app;"],
    ['tables-behind-queries', 'server/src/catalog/new.ts', imports('../core/db/schema/catalog.gen.ts')],
    ['tables-have-owners', 'server/src/catalog/new.queries.ts', imports('../core/db/schema/index.ts')],
    ['tables-have-owners', 'server/src/billing/billing/new.queries.ts', imports('../../core/db/schema/catalog.gen.ts')],
    [
      'tables-have-owners',
      'server/src/billing/billing/new.ts',
      "import type { plans } from '../../core/db/schema/catalog.gen.ts';\nexport type P = typeof plans;",
    ],
    ['tables-have-owners', 'server/src/core/stripe/new.queries.ts', imports('../db/schema/catalog.gen.ts')],
    ['tables-have-owners', 'server/src/core/http/new.queries.ts', imports('../db/schema/operations.gen.ts')],
    ['tables-have-owners', 'server/src/billing/billing/new.queries.ts', "export const q = 'select id from plans';"],
    [
      'tables-have-owners',
      'server/src/catalog/new.queries.ts',
      'declare const sql: any;\nexport const q = sql`join stripe_invoices on ${1}`;',
    ],
    ['web-runs-in-browsers', 'web/src/lib/new.ts', imports('node:fs')],
    ['sql-in-queries', 'server/src/billing/billing/billing.service.ts', "export const q = 'select id from users';"],
    [
      'sql-in-queries',
      'server/src/billing/billing/billing.service.ts',
      'export const q = (t: string) => `delete from ${t}`;',
    ],
    [
      'sql-in-queries',
      'server/src/core/http/new.ts',
      'declare const sql: any;\nexport const q = sql`\n  update accounts set name = ${1}`;',
    ],
    ['sql-in-queries', 'server/src/core/http/new.ts', "export const q = 'SELECT pg_advisory_lock($1)';"],
    ['sql-in-queries', 'server/src/core/http/new.ts', "export const q = '-- everybody\\nselect id from users';"],
    ['sql-in-queries', 'server/src/core/http/new.ts', "export const q = '/* all */ (select id from users)';"],
    ['sql-in-queries', 'server/src/core/http/new.ts', "export const q = 'lock table users';"],
    ['sql-in-queries', 'server/src/core/http/new.ts', "export const q = 'set local synchronous_commit = off';"],
    ['sql-in-queries', 'server/src/core/http/new.ts', "export const q = 'call settle(1)';"],
    ['sql-in-queries', 'server/src/core/http/new.ts', "export const q = 'Select id, name As n From users';"],
    ['sql-in-queries', 'server/src/core/http/new.ts', "export const q = 'Select count(*) from users';"],
    ['sql-in-queries', 'server/src/core/http/new.ts', "export const q = 'Select pg_notify($1, $2)';"],
    [
      'sql-in-queries',
      'server/src/core/http/new.ts',
      'export const q = (t: string) => `Insert into ${t} (id) values (1)`;',
    ],
    ['sql-in-queries', 'server/src/core/http/new.ts', "export const q = 'Update users Set name = $1';"],
    ['sql-in-queries', 'server/src/core/http/new.ts', "export const q = 'Delete from users where id = $1';"],
    ['sql-in-queries', 'server/src/core/http/new.ts', "export const q = 'With a as (select 1) select * from a';"],
    ['sql-in-queries', 'server/src/core/http/new.ts', "export const q = 'Drop table users';"],
    ['one-reader-of-the-environment', 'server/src/core/http/new.ts', 'export const port = process.env.PORT;'],
    [
      'one-reader-of-the-environment',
      'server/src/core/http/new.ts',
      'export const port = globalThis.process.env.PORT;',
    ],
    ['one-reader-of-the-environment', 'server/src/core/http/new.ts', imports('node:process')],
    [
      'one-reader-of-the-environment',
      'server/src/core/http/new.ts',
      "import { env } from 'process';\nexport const port = env.PORT;",
    ],
    ['one-reader-of-the-environment', 'server/src/core/http/new.ts', "export const port = process['env'].PORT;"],
    ['one-reader-of-the-environment', 'stripe-sandbox/src/new.ts', 'const { env } = process;\nexport { env };'],
    [
      'replacements-stand-alone',
      'server/src/core/jobs/new.test.ts',
      "import { vi } from 'vitest';\nvi.mock('./queue.ts');",
    ],
    [
      'replacements-stand-alone',
      'stripe-sandbox/src/new.isolated.test.ts',
      "import { vi } from 'vitest';\nvi.mock('./calls.ts');",
    ],
    ['replacements-stand-alone', 'web/src/ui/new.test.tsx', "import { vi } from 'vitest';\nvi.doMock('./button.tsx');"],
    ['nouns-in-their-modules', 'server/src/billing/billing/new.ts', 'export const e = contract.invoices.list;'],
    ['nouns-in-their-modules', 'server/src/core/http/new.ts', 'export type E = typeof contract.invoices;'],
    [
      'nouns-in-their-modules',
      'server/src/billing/billing/new.ts',
      'const { invoices } = contract;\nexport { invoices };',
    ],
    [
      'nouns-in-their-modules',
      'server/src/billing/billing/new.ts',
      "import type { invoices as i } from '@portico/contract';\nexport type I = typeof i;",
    ],
    ['features-are-nouns', 'web/src/licensing/orders/new.ts', 'export {};'],
    ['query-keys-begin-with-nouns', 'web/src/lib/new.ts', "export const q = { queryKey: ['orders', 'list'] };"],
    ['query-keys-begin-with-nouns', 'web/src/lib/new.ts', "export const ordersKey = ['orders'] as const;"],
    ['query-keys-begin-with-nouns', 'web/src/lib/new.ts', 'export const q = (id: string) => ({ queryKey: [id] });'],
  ])('%s is found in %s: %s', (rule, path, text) => {
    expect(breached(path, text)).toEqual([rule]);
  });

  test.each([
    ['contract/src/licensing/orders.ts', imports('zod')],
    ['server/src/core/jobs/new.isolated.test.ts', "import { vi } from 'vitest';\nvi.mock('./queue.ts');"],
    ['contract/src/licensing/orders.ts', imports('../billing.ts')],
    ['examples/cli/new.ts', imports('@portico/license-client/node')],
    ['license-client/src/node.ts', imports('node:fs/promises')],
    ['web/src/lib/new.ts', imports('@portico/contract/browser')],
    ['web/src/lib/new.ts', "import type { Locale } from '@portico/contract';\nexport type L = Locale;"],
    ['server/src/licensing/orders/new.ts', imports('../../billing/index.ts')],
    ['web/src/accounts/pages/new.tsx', imports('../../billing/invoices/api/list-invoices.ts')],
    ['server/src/billing/billing/new.ts', imports('./billing.service.ts')],
    ['server/src/billing/billing/billing.queries.ts', imports('drizzle-orm')],
    ['server/src/accounts/users/new.queries.ts', "export const q = 'select id from users';"],
    ['server/src/identity/session/entry.queries.ts', "export const q = 'select from second_factors';"],
    ['server/src/catalog/apply/new.queries.ts', imports('../../core/db/schema/catalog.gen.ts')],
    ['server/src/core/stripe/new.queries.ts', imports('../db/schema/invoices.gen.ts')],
    ['server/src/core/operations/new.queries.ts', imports('../db/schema/operations.gen.ts')],
    ['server/src/billing/billing/new.ts', "import type pg from 'pg';\nexport type P = pg.Pool;"],
    ['server/src/billing/billing/new.ts', imports('../../core/stripe/index.ts')],
    [
      'server/src/catalog/new.ts',
      "import type { plans } from '../core/db/schema/catalog.gen.ts';\nexport type P = typeof plans;",
    ],
    ['server/src/core/stripe/sandbox-host.ts', "export const host = await import('@portico/stripe-sandbox');"],
    ['server/src/core/stripe/client.ts', imports('stripe')],
    ['server/src/billing/billing/billing.test.ts', imports('../../app.ts')],
    ['web/src/app/new.tsx', imports('../billing/invoices/api/list-invoices.ts')],
    ['web/src/billing/invoices/new.tsx', imports('../../ui/button.tsx')],
    ['server/src/core/config.ts', 'export const port = process.env.PORT;'],
    ['server/src/core/http/new.ts', "export const text = 'Select a plan from the list, or update your card.';"],
    ['server/src/core/http/new.ts', "export const text = 'Delete from the list what is not needed.';"],
    [
      'server/src/core/http/new.ts',
      "export const text = 'Update the card with a newer one, and set it as the default.';",
    ],
    ['server/src/core/http/new.ts', "export const text = 'Select item(s)';"],
    ['server/src/billing/billing/new.ts', imports('../../core/stripe/index.ts')],
    ['server/src/portal.ts', imports('./core/stripe/sandbox-host.ts')],
    ['e2e/new.spec.ts', imports('../server/src/billing/index.ts')],
    ['e2e/harness/new.ts', 'export const port = process.env.PORT;'],
    [
      'server/src/billing/billing/new.ts',
      'export const { billing } = contract;\nexport const e = contract.billing.list;',
    ],
    ['server/src/billing/billing/new.test.ts', 'export const e = contract.invoices.list;'],
    ['server/src/billing/billing/new.ts', "import type { Locale } from '@portico/contract';\nexport type L = Locale;"],
    ['web/src/lib/new.ts', "const key = ['invoices'];\nexport const q = { queryKey: [...key, 'list'] };"],
    ['web/src/lib/new.ts', 'export const first = ({ queryKey: [subject] }: { queryKey: string[] }) => subject;'],
  ])('nothing is found in %s: %s', (path, text) => {
    expect(breached(path, text)).toEqual([]);
  });

  test('a violation names its line', () => {
    const source = readSource('contract/src/licensing/orders.ts', `\n\n${imports('date-fns')}`);
    expect(findBreaches([source])).toMatchObject([{ path: 'contract/src/licensing/orders.ts', line: 3 }]);
  });

  test('the command prints a violation, and fails until the violation is fixed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'walls-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    execFileSync('git', ['init', '-q', folder]);
    mkdirSync(join(folder, 'web/src/lib'), { recursive: true });
    const planted = join(folder, 'web/src/lib/new.ts');
    writeFileSync(planted, imports('node:fs'));
    const command = [join(import.meta.dirname, '../walls.ts'), folder];
    expect(spawnSync(process.execPath, command, { encoding: 'utf8' })).toMatchObject({
      status: 1,
      stdout: '1 breaches in 1 files.\n',
      stderr: 'web/src/lib/new.ts:1  what browsers run cannot import from Node  (web-runs-in-browsers)\n',
    });
    writeFileSync(planted, 'export {};');
    expect(checkWalls(folder)).toEqual({ files: 1, breaches: [] });
  });
});
