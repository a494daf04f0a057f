import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { drawShape } from '../../accounts/companies/logos.ts';
import { listShownCustomers, replaceShownCustomers, updateCompany } from '../../accounts/index.ts';
import { inSnapshot, setProductLink } from '../catalog.queries.ts';
import { catalogFiles, edited, exampleCatalog, startTestStripe } from '../catalog.test-support.ts';
import { pixel, randomCatalog } from '../file/random-catalog.test-support.ts';
import { readCatalogFile } from '../file/read-catalog-file.ts';
import { writeCatalogFile } from '../file/write-catalog-file.ts';
import { readPublished } from '../versions/published.ts';
import { listVersions } from '../versions/versions.queries.ts';
import { applyCatalog, diffCatalog } from './apply-catalog.ts';

describe('an exported file', async () => {
  const { folder, read } = catalogFiles();
  const database = await createTestDatabase();
  const { gateway } = await startTestStripe(database.url);
  const apply = (text: string) => applyCatalog({ database, gateway, catalog: read(text) });
  let exported = 0;
  const exportToFile = async () => {
    exported += 1;
    const file = join(folder.path, `exported-${exported}.yaml`);
    writeCatalogFile((await inSnapshot(database, readPublished))?.definition ?? {}, file);
    return readCatalogFile(file);
  };
  const versions = async () => (await listVersions(database.query, { page: 1, pageSize: 10 })).items;
  const nothing = { changes: [], steps: [], endings: [] };

  test('is applied without changing anything, and creates no version', async () => {
    await apply(exampleCatalog);
    const catalog = await exportToFile();
    expect(await applyCatalog({ database, gateway, catalog })).toEqual(nothing);
    expect(await versions()).toMatchObject([{ source: 'file', publishedBy: null, failure: null }]);
  });

  test('counts what each apply changed, and reads back a tax code that changed no row', async () => {
    await apply(edited(exampleCatalog, ['amount: 10.00', 'amount: 12.50']));
    await apply(
      edited(
        exampleCatalog,
        ['amount: 10.00', 'amount: 12.50'],
        [`    licensingType: HostLocked`, `    licensingType: HostLocked\n    taxCode: txcd_10103001`],
      ),
    );
    expect((await versions()).map(({ summary }) => summary)).toMatchObject([
      { changed: 0, amended: 0 },
      { changed: 1, amended: 1 },
      { added: expect.any(Number) },
    ]);
    expect(await diffCatalog({ database, gateway, catalog: await exportToFile() })).toEqual(nothing);
  });

  test('has the customers of a brand, and drafts keep them too', async () => {
    const named = '{ name: Lumen, slug: lumen, customers: [{ name: Harbor, logo: harbor.png }, { name: Kestrel }] }';
    folder.write('harbor.png', Buffer.from(pixel.split(',')[1] as string, 'base64'));
    await apply(edited(exampleCatalog, ['{ name: Lumen, slug: lumen }', named]));
    const customers = [{ name: 'Harbor', logo: pixel }, { name: 'Kestrel' }];
    expect((await inSnapshot(database, readPublished))?.definition.companies).toMatchObject([{ customers }]);
    const catalog = await exportToFile();
    expect(catalog.written.companies).toMatchObject([{ customers }]);
    expect(await applyCatalog({ database, gateway, catalog })).toEqual(nothing);
  });

  test('has the operators’ changes of a brand and of a product’s URL', async () => {
    await updateCompany(database.query, 1, { name: 'Lumen & Sons', accentLight: '#0b6e4f' });
    await setProductLink(database, 'scan', { url: 'https://elsewhere.example/', sharesSignOut: true });
    const catalog = await exportToFile();
    expect(catalog.written.companies).toMatchObject([{ name: 'Lumen & Sons', accentLight: '#0b6e4f' }]);
    expect(await applyCatalog({ database, gateway, catalog })).toEqual(nothing);
  });

  test('has the customers that operators entered on the brand’s page, and moves them to another installation', async () => {
    const shape = await drawShape(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><circle r="40"/></svg>'));
    const saved = [
      { name: 'Kestrel', logo: null },
      { name: 'Harbor', logo: String(shape) },
    ];
    await updateCompany(database.query, 1, {});
    await replaceShownCustomers(database.query, 1, saved);
    const catalog = await exportToFile();
    const customers = [{ name: 'Kestrel' }, { name: 'Harbor', logo: shape }];
    expect(catalog.written.companies).toMatchObject([{ customers }]);
    expect(await applyCatalog({ database, gateway, catalog })).toEqual(nothing);
    await apply(exampleCatalog);
    expect(await listShownCustomers(database.query, 1)).toEqual(saved);
    const site = await createTestDatabase();
    await applyCatalog({ database: site, gateway: (await startTestStripe(site.url)).gateway, catalog });
    expect(await listShownCustomers(site.query, 1)).toEqual(saved);
  });

  test('equals the random file that was applied', { timeout: 120_000 }, async () => {
    for (const definition of fc.sample(randomCatalog, { numRuns: 4, seed: 7 })) {
      const site = await createTestDatabase();
      const { gateway } = await startTestStripe(site.url);
      const file = join(folder.path, 'random.yaml');
      writeCatalogFile(definition, file);
      await applyCatalog({ database: site, gateway, catalog: readCatalogFile(file) });
      const published = await inSnapshot(site, readPublished);
      writeCatalogFile(published?.definition ?? {}, file);
      expect(await applyCatalog({ database: site, gateway, catalog: readCatalogFile(file) })).toEqual(nothing);
    }
  });
});
