import type { Company, CompanyRow } from '@portico/contract';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { findBrand, findContact } from '../accounts/accounts.service.ts';
import { installation, lumen, otherPng, path, png, startCompanies } from './companies.test-support.ts';

const { database, app, operator, acme, add, added, save, put, events } = await startCompanies();

describe('the vendor’s brands (BRAND-1)', () => {
  test('adds brands and lists them by name in pages, with how many accounts each has', async () => {
    const { id } = await added();
    await put(acme, id);
    await added({ ...lumen, name: 'aurora', slug: 'aurora' });
    const list = async (query: string) => (await operator.get(path(`?${query}`))).json();
    const all = await list('');
    expect(all.items.map(({ name, isDefault, accounts }: CompanyRow) => [name, isDefault, accounts])).toEqual([
      ['aurora', false, 0],
      ['Lumen', false, 1],
      ['Veriscan', true, 2],
    ]);
    expect((await list('pageSize=1&page=2&order=desc')).items[0].name).toBe('Lumen');
    expect(await list('textFilter=LUM')).toMatchObject({ total: 1, items: [{ slug: 'lumen' }] });
    expect(await list('textFilter=%25')).toMatchObject({ total: 0 });
  });

  test('shows the installation’s defaults for a brand', async () => {
    const company = await added();
    expect(company).toEqual({
      ...lumen,
      id: company.id,
      logoLight: null,
      logoDark: null,
      customers: [],
      revision: expect.any(String),
      isDefault: false,
      accounts: 0,
      installation,
    });
    expect((await operator.get(path(`/${company.id}`))).json()).toEqual(company);
    expect((await operator.get(path('/999999'))).statusCode).toBe(404);
    expect((await save(999_999, lumen)).statusCode).toBe(404);
  });

  test('saves a brand, and records the old and new values', async () => {
    const { id } = await added();
    const changed = { ...lumen, name: 'Lumen Group', accentLight: '#123456', contactUrl: null };
    expect((await save(id, changed)).json()).toMatchObject(changed);
    expect(await events('companyAdded')).toEqual([
      { account_id: expect.any(Number), detail: { company: id, name: 'Lumen', slug: 'lumen' } },
    ]);
    expect((await events('companyChanged'))[0].detail).toEqual({
      company: id,
      changes: {
        name: ['Lumen', 'Lumen Group'],
        accentLight: ['#0b6e4f', '#123456'],
        contactUrl: ['https://lumen.example/help', null],
      },
    });
    await save(id, changed);
    expect(await events('companyChanged')).toHaveLength(1);
  });

  test.each([
    ['slug', 'Not a slug'],
    ['slug', '../etc'],
    ['slug', '-lumen'],
    ['slug', 'STORE'],
    ['slug', 'x'.repeat(64)],
    ['slug', ''],
    ['name', ' '],
    ['name', 'Lumen\r\nBcc: all@lumen.example'],
    ['accentLight', 'red'],
    ['accentDark', '#fff;background:url(https://lumen.example)'],
    ['mailSender', 'nobody'],
    ['mailSender', 'a@lumen.example\r\nBcc: all@lumen.example'],
    ['mailSenderName', 'Lumen\nBcc: all@lumen.example'],
    ['mailReplyTo', 'a@b@lumen.example'],
    ['contactUrl', 'javascript:alert(1)'],
    ['contactUrl', '//lumen.example'],
    ['contactUrl', 'data:text/html,hello'],
    ['logoLight', Buffer.alloc(300_000).toString('base64')],
    ['logoLight', ''],
    ['logoDark', Buffer.from('<script>alert(1)</script>').toString('base64')],
  ])('rejects an invalid %s at its field: %#', async (field, value) => {
    const answer = await add({ ...lumen, [field]: value });
    expect(answer.statusCode).toBe(422);
    expect(Object.keys(answer.json().propertyErrors)).toEqual([field]);
    expect(answer.json().propertyErrors[field][0]).not.toMatch(/companies\./);
  });

  test('gives a slug to only one of several concurrent brands', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => add({ ...lumen, name: `Lumen ${n}` })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(7).fill(422)]);
    expect(answers.find(({ statusCode }) => statusCode === 422)?.json().propertyErrors).toEqual({
      slug: ['Another brand has this address. Choose another one.'],
    });
    const { id } = await added({ ...lumen, slug: 'other' });
    expect((await save(id, { ...lumen, slug: 'VERISCAN' })).json().propertyErrors).toHaveProperty('slug');
  });

  test('removes a brand with its logos, but neither the default one nor one with accounts (BRAND-5)', async () => {
    const { id } = await added({ ...lumen, logoLight: png.toString('base64') });
    await put(acme, id);
    const refused = await operator.send('DELETE', path(`/${id}`));
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'Conflict']);
    await put(acme, 1);
    await database.pool.query(
      `insert into mail_messages (channel, template, locale, company_id, recipient, sensitive, keep_until)
       values ('email', 'signInCode', 'en', $1, 'a@lumen.example', true, now())`,
      [id],
    );
    expect((await operator.send('DELETE', path(`/${id}`))).statusCode).toBe(200);
    expect((await database.pool.query('select * from company_logos')).rowCount).toBe(0);
    expect((await database.pool.query('select company_id from mail_messages')).rows).toEqual([{ company_id: 1 }]);
    expect((await operator.send('DELETE', path(`/${id}`))).statusCode).toBe(404);
    expect((await operator.send('DELETE', path('/1'))).statusCode).toBe(409);
    expect((await events('companyRemoved'))[0].detail).toEqual({ company: id, name: 'Lumen', slug: 'lumen' });
  });

  test('does not remove a brand while an account is being moved to it', async () => {
    const { id } = await added();
    const [moved, removed] = await Promise.all([put(acme, id), operator.send('DELETE', path(`/${id}`))]);
    expect([
      [200, 409],
      [422, 200],
    ]).toContainEqual([moved.statusCode, removed.statusCode]);
  });
});

describe('a logo', () => {
  const logos = { logoLight: png.toString('base64'), logoDark: otherPng.toString('base64') };

  test('is served to everybody by its hash, with headers that stop scripts', async () => {
    const { logoLight, logoDark } = await added({ ...lumen, ...logos });
    expect(logoLight).not.toBe(logoDark);
    const answer = await new Browser(app).get(String(logoLight));
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    });
    expect((await sharp(answer.rawPayload).metadata()).format).toBe('png');
  });

  test('stays if omitted, is removed by null, and gets a new address if replaced', async () => {
    const first = await added({ ...lumen, ...logos });
    expect((await save(first.id, lumen)).json()).toMatchObject({
      logoLight: first.logoLight,
      logoDark: first.logoDark,
    });
    const second = (await save(first.id, { ...lumen, logoLight: logos.logoDark, logoDark: null })).json<Company>();
    expect(second.logoDark).toBeNull();
    expect(second.logoLight).not.toBe(first.logoLight);
    expect((await operator.get(String(first.logoLight))).statusCode).toBe(404);
    expect((await operator.get(String(first.logoDark))).statusCode).toBe(404);
    expect((await events('companyChanged'))[0].detail.changes).toEqual({
      logoLight: [first.logoLight, second.logoLight],
      logoDark: [first.logoDark, null],
    });
  });

  test('an invalid logo changes nothing and is rejected at its field, in the reader’s language', async () => {
    const { id, logoLight, revision } = await added({ ...lumen, ...logos });
    const payload = { ...lumen, revision, name: 'Other', logoLight: Buffer.from('GIF89a').toString('base64') };
    const answer = await operator.send('PUT', path(`/${id}`), { payload, headers: { 'accept-language': 'fr' } });
    expect(answer.json().propertyErrors).toEqual({
      logoLight: ['Ce n’est pas une image PNG, JPEG, WebP ou SVG lisible.'],
    });
    expect((await operator.get(path(`/${id}`))).json()).toMatchObject({ name: 'Lumen', logoLight });
  });

  test.each([
    '/CompanyLogos/1/light/..%2f..%2fetc%2fpasswd',
    `/CompanyLogos/1/other/${'0'.repeat(64)}`,
    '/CompanyLogos/x/light/0',
  ])('is not found at %s', async (address) => {
    expect([400, 404]).toContain((await operator.get(address)).statusCode);
  });

  test('rejects an oversized logo before reading it', async () => {
    expect((await add({ ...lumen, logoLight: 'x'.repeat(5_400_000) })).statusCode).toBe(413);
  });
});

describe('an account’s brand (BRAND-6)', () => {
  test('changes with an entry in the account’s log, and applies to the next page of its users', async () => {
    const owner = await new Browser(app).signIn('owner@acme.example');
    const { id, logoLight } = await added({ ...lumen, logoLight: png.toString('base64') });
    expect((await put(acme, id)).json()).toMatchObject({ company: { id, name: 'Lumen' } });
    await put(acme, id);
    expect(await events('accountCompanyChanged')).toEqual([
      { account_id: acme, detail: { changes: { company: ['Veriscan', 'Lumen'] } } },
    ]);
    const { preloaded } = await owner.open('/');
    expect(preloaded.company).toEqual({
      id,
      name: 'Lumen',
      slug: 'lumen',
      logoLight,
      logoDark: null,
      accentLight: '#0b6e4f',
      accentDark: null,
    });
    expect(preloaded.links.contact).toBe('https://lumen.example/help');
    expect((await new Browser(app).open('/login')).preloaded.company.name).toBe('Veriscan');
  });

  test('rejects an unknown brand at its field', async () => {
    expect((await put(acme, 99_999)).json().propertyErrors).toEqual({
      companyId: ['There is no such brand any more. Choose another one.'],
    });
  });

  test('appears in mail, with its logo and contact link', async () => {
    const { id } = await added({ ...lumen, logoLight: png.toString('base64') });
    const brand = await findBrand(database.query, id);
    expect(brand).toMatchObject({
      name: 'Lumen',
      mailSenderName: 'Lumen Care',
      mailSender: 'mail@lumen.example',
      accentLight: '#0b6e4f',
      logoLight: expect.stringMatching(/^data:image\/png;base64,iVBOR/),
      logoDark: null,
    });
    expect(await findContact(database.query, id, installation)).toBe('https://lumen.example/help');
    expect(await findContact(database.query, 1, installation)).toBe('mailto:care@vendor.example');
  });
});
