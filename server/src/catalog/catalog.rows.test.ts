import { describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { readCatalog } from './catalog.queries.ts';

describe('rows of the catalog', async () => {
  const database = await createTestDatabase();
  await database.pool.query(
    `insert into products (id, position, name, display_name, description, display_type, licensing_type, subscription_is_required, disabled, feature_scopes)
     values ('scan', 0, '{"en": "Scan", "fr": "Lecture"}', '{"en": "Lumen Scan"}', '{"en": ""}', 'OnlyUrl', 'None', false, false, '[]')`,
  );
  const store = (column: string, value: unknown) =>
    database.pool.query(`update products set ${column} = $1`, [JSON.stringify(value)]);

  test('return JSON columns as an apply stored them', async () => {
    await store('feature_scopes', [
      {
        name: 'reading',
        caption: { en: 'Reading' },
        description: { en: '' },
        features: [
          {
            name: 'format',
            caption: { en: 'Format' },
            description: { en: '' },
            type: 'string',
            fromVersion: '1.0',
            toVersion: null,
          },
        ],
      },
    ]);
    const [product] = (await readCatalog(database)).products;
    expect(product).toMatchObject({ id: 'scan', name: { en: 'Scan', fr: 'Lecture' }, urlCaption: null });
    expect(product?.featureScopes[0]?.features[0]).toMatchObject({ type: 'string', fromVersion: '1.0' });
    await store('feature_scopes', []);
  });

  test.each([
    ['name', 'Scan', { en: 'Scan' }],
    ['name', { fr: 'Lecture' }, { en: 'Scan' }],
    ['feature_scopes', [{ name: 'reading' }], []],
  ])('reject %s in a form that an apply does not store: %j', async (column, wrong, right) => {
    await store(column, wrong);
    await expect(readCatalog(database)).rejects.toThrow('invalid_type');
    await store(column, right);
    await expect(readCatalog(database)).resolves.toBeDefined();
  });
});
