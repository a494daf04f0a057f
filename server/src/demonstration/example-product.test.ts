import { createServer } from 'node:http';
import pino from 'pino';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { ownPort } from '../../test/own-port.ts';
import { createCatalog, listSignOutProducts } from '../catalog/index.ts';
import { runExampleProduct } from './example-product.ts';

test('links the catalog’s product to the example while the example runs, and to the catalog’s own address otherwise', async () => {
  const database = await createTestDatabase();
  await database.pool.query(
    `insert into products (id, position, name, display_name, description, url, display_type, licensing_type, subscription_is_required, disabled, feature_scopes)
     values ('veriscan-cloud', 0, '{"en": "Cloud"}', '{"en": "Cloud"}', '{"en": ""}', 'https://cloud.veriscan.example/', 'OnlyUrl', 'None', true, false, '[]')`,
  );
  const catalog = createCatalog({ database });
  const listSignedOut = async () => listSignOutProducts(await catalog.findProducts(), 'en').map(({ url }) => url);
  const port = await ownPort();
  const run = (config: { exampleProductPort: number | undefined; host: string }) =>
    runExampleProduct({ config, database, publicUrl: 'http://localhost:3000', logger: pino({ level: 'silent' }) });

  const product = await run({ exampleProductPort: port, host: '127.0.0.1' });
  expect(product?.url).toBe(`http://localhost:${port}/`);
  expect(await listSignedOut()).toEqual([product?.url]);
  expect((await fetch(product?.url ?? '')).status).toBe(200);
  await product?.close();

  expect(await run({ exampleProductPort: undefined, host: '127.0.0.1' })).toBeUndefined();
  expect(await listSignedOut()).toEqual([]);
  // Visitors of a portal on another machine would look for the example on their own machine.
  expect(await run({ exampleProductPort: port, host: '0.0.0.0' })).toBeUndefined();

  const other = createServer().listen(port, '127.0.0.1');
  expect(await run({ exampleProductPort: port, host: '127.0.0.1' })).toBeUndefined();
  expect(await listSignedOut()).toEqual([]);
  other.close();
});
