import type { Company } from '@portico/contract';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { saveCompanies } from '../accounts/companies.queries.ts';
import { saveShownCustomers } from '../accounts/shown-customers.queries.ts';
import { lumen, path, png, startCompanies } from './companies.test-support.ts';

const { database, app, operator, add, added, save, events } = await startCompanies();

const shape = (draw: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">${draw}</svg>`).toString('base64');
const circle = shape('<circle cx="20" cy="20" r="18" fill="red"/>');
const bar = shape('<rect y="10" width="40" height="8"/>');
const harbor = { name: 'Harbor', logo: circle };
const kestrel = { name: 'Kestrel', logo: null };
const fileContent = (uri: string | null | undefined) => uri?.split(',')[1] ?? null;
/** Customers as the screen sends them back unchanged. */
const untouched = ({ customers }: Company) => customers.map(({ name, logo }) => ({ name, logo: fileContent(logo) }));
const rows = async (id: number) => {
  const text = 'select name, logo from shown_customers where company_id = $1 order by position';
  return (await database.pool.query(text, [id])).rows;
};

describe('the customers on a brand’s sign-up page (BRAND-9)', () => {
  test('are saved in order, each logo redrawn in at most 4 kB', async () => {
    const company = await added({ ...lumen, customers: [harbor, kestrel] });
    expect(company.customers).toEqual([
      { name: 'Harbor', logo: expect.stringMatching(/^data:image\/png;base64,iVBOR/) },
      { name: 'Kestrel', logo: null },
    ]);
    expect(await rows(company.id)).toEqual(company.customers);
    const content = Buffer.from(String(fileContent(company.customers[0]?.logo)), 'base64');
    expect(content.length).toBeLessThan(4 * 1024);
    expect(await sharp(content).metadata()).toMatchObject({ format: 'png', width: 48, height: 48 });
    expect((await operator.get(path(`/${company.id}`))).json()).toEqual(company);
  });

  test('stay if omitted, keep their logos when reordered, and can be removed', async () => {
    const first = await added({ ...lumen, customers: [harbor, { name: 'Pinnacle', logo: bar }, kestrel] });
    expect((await save(first.id, lumen)).json()).toMatchObject({ customers: first.customers });
    const reversed = await save(first.id, { ...lumen, customers: untouched(first).reverse() });
    expect(reversed.json<Company>().customers).toEqual(first.customers.toReversed());
    const emptied = await save(first.id, { ...lumen, customers: [] });
    expect([emptied.json<Company>().customers, await rows(first.id)]).toEqual([[], []]);
  });

  test('keep logos from the catalog file byte for byte', async () => {
    const logo = `data:image/png;base64,${png.toString('base64')}`;
    await database.pool.query("insert into shown_customers values (1, 0, 'Veriscan’s', $1)", [logo]);
    const company = (await operator.get(path('/1'))).json<Company>();
    const saved = await save(1, {
      ...company,
      logoLight: undefined,
      logoDark: undefined,
      customers: untouched(company),
    });
    expect(saved.json<Company>().customers).toEqual([{ name: 'Veriscan’s', logo }]);
    await database.pool.query('delete from shown_customers');
    await database.pool.query('update companies set edited_at = null');
  });

  test('a change of customers is recorded with the former customers', async () => {
    const company = await added({ ...lumen, customers: [harbor, kestrel] });
    const customers = [{ name: 'Summit', logo: null }, ...untouched(company)];
    await save(company.id, { ...lumen, customers });
    expect((await events('companyChanged'))[0].detail).toEqual({
      company: company.id,
      changes: {
        customers: [
          ['Harbor', 'Kestrel'],
          ['Summit', 'Harbor', 'Kestrel'],
        ],
      },
    });
    await save(company.id, { ...lumen, customers });
    expect(await events('companyChanged')).toHaveLength(1);
    await save(company.id, { ...lumen, customers: customers.map((one) => ({ ...one, logo: null })) });
    const logo = expect.stringMatching(/^Harbor: [0-9a-f]{12}$/);
    expect((await events('companyChanged'))[0].detail.changes).toEqual({ customerLogos: [[logo], []] });
  });

  test.each([
    ['customers.0.name', [{ ...kestrel, name: ' ' }]],
    ['customers.1.name', [kestrel, { ...kestrel, name: 'x'.repeat(41) }]],
    ['customers.0.name', [{ ...kestrel, name: 'Kes\ntrel' }]],
    ['customers.1.logo', [kestrel, { ...harbor, logo: Buffer.from('<script>1</script>').toString('base64') }]],
    ['customers.0.logo', [{ ...harbor, logo: '' }]],
    ['customers.0.logo', [{ ...harbor, logo: Buffer.alloc(300_000).toString('base64') }]],
    ['customers.0.logo', [{ ...harbor, logo: png.toString('base64') }]],
    ['customers', Array.from({ length: 13 }, () => kestrel)],
  ])('rejects an invalid customer at %s: %#', async (field, customers) => {
    const answer = await add({ ...lumen, customers });
    expect([answer.statusCode, Object.keys(answer.json().propertyErrors)]).toEqual([422, [field]]);
    expect(answer.json().propertyErrors[field][0]).toMatch(/^[A-Z][^_]+\.?$/);
    expect(answer.json().propertyErrors[field][0]).not.toMatch(/companies\./);
  });

  test('stay unchanged if one is rejected, with a message in the reader’s language', async () => {
    const company = await added({ ...lumen, customers: [harbor] });
    const customers = [kestrel, { name: 'Harbor', logo: png.toString('base64') }];
    const payload = { ...lumen, name: 'Other', customers, revision: company.revision };
    const headers = { 'accept-language': 'fr' };
    const answer = await operator.send('PUT', path(`/${company.id}`), { payload, headers });
    expect(answer.json().propertyErrors).toEqual({
      'customers.1.logo': [expect.stringMatching(/^Seule la forme est affichée/)],
    });
    expect((await operator.get(path(`/${company.id}`))).json()).toEqual(company);
  });

  test('are visible to read-only operators, who cannot change them', async () => {
    const company = await added({ ...lumen, customers: [harbor] });
    await database.pool.query(
      "update users set read_only = true, is_owner = false where email = 'operator@portico.example'",
    );
    const reader = await new Browser(app).signIn('operator@portico.example');
    const shown = await reader.get(path(`/${company.id}`));
    const refused = await reader.send('PUT', path(`/${company.id}`), { payload: { ...lumen, customers: [] } });
    await database.pool.query(
      "update users set read_only = false, is_owner = true where email = 'operator@portico.example'",
    );
    expect([shown.json<Company>().customers, refused.statusCode]).toEqual([company.customers, 403]);
  });
});

describe('a brand that two operators change (BRAND-8)', () => {
  test('accepts only the first of two saves, even if they are concurrent', async () => {
    const { id, revision } = await added();
    const answers = await Promise.all(
      ['Harbor', 'Kestrel', 'Summit'].map((name) =>
        save(id, { ...lumen, customers: [{ name, logo: null }], revision }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    const won = answers.find(({ statusCode }) => statusCode === 200)?.json<Company>();
    expect(await rows(id)).toEqual(won?.customers);
    const lost = await save(id, { ...lumen, name: 'Late', revision });
    expect(lost.json()).toMatchObject({ code: 'Conflict', message: expect.stringMatching(/^Somebody else changed/) });
    expect(await events('companyChanged')).toHaveLength(1);
    expect((await save(id, { ...lumen, name: 'Late', revision: won?.revision })).statusCode).toBe(200);
  });

  test('cannot be changed without the revision that was read', async () => {
    const { id } = await added();
    const answer = await operator.send('PUT', path(`/${id}`), { payload: lumen });
    expect([answer.statusCode, Object.keys(answer.json().propertyErrors)]).toEqual([422, ['revision']]);
  });

  test('is not changed by a catalog that is applied later (BRAND-7)', async () => {
    const { id } = await added({ ...lumen, customers: [harbor] });
    const before = await rows(id);
    const { rows: companies } = await database.pool.query('select name, slug from companies where id = 1');
    const none = { logoLight: null, logoDark: null, accentLight: null, accentDark: null };
    const brands = [companies[0], { name: 'Lumen', slug: 'lumen' }, { name: 'New', slug: 'new-one' }];
    await database.transaction(async (transaction) => {
      await saveCompanies(
        transaction,
        brands.map((brand) => ({ ...none, mailSender: null, mailReplyTo: null, ...brand })),
      );
      await saveShownCustomers(
        transaction,
        brands.map(({ slug }) => ({ slug, customers: [{ name: 'Of the file', logo: null }] })),
      );
    });
    expect(await rows(id)).toEqual(before);
    const named = await database.pool.query('select name from shown_customers where company_id <> $1', [id]);
    expect(named.rows).toEqual([{ name: 'Of the file' }, { name: 'Of the file' }]);
    await database.pool.query('delete from shown_customers');
  });
});
