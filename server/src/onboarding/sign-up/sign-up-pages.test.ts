import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { type FullPortal, startFullPortal } from '../../../test/full-portal.ts';
import { freshVisitor } from './sign-up.test-support.ts';

let portal: FullPortal;
let _browser: Browser;

beforeAll(async () => {
  portal = await startFullPortal({ mode: 'demo' });
});

beforeEach(async () => {
  _browser = await freshVisitor(portal);
});

const html = { headers: { accept: 'text/html' } };

describe('sign-up pages', () => {
  test.each([
    ['/SignUp', 'sign-up'],
    ['/signup/veriscan', 'sign-up'],
    ['/SignUp/Veriscan/store?product=cloud', 'sign-up'],
    ['/signUpNext', 'sign-up-step'],
    ['/plans/veriscan', 'sign-up-step'],
    ['/addons', 'sign-up-step'],
    ['/customizePlan/veriscan', 'sign-up-step'],
    ['/checkout', 'sign-up-step'],
    ['/confirm', 'sign-up-step'],
    ['/skip', 'sign-up-step'],
    ['/Confirmation', 'sign-up-step'],
  ])('include %s', async (path, document) => {
    const { response, preloaded } = await new Browser(portal.app.http).open(path);
    expect(response.statusCode).toBe(200);
    expect(response.body).toContain(`data-document="${document}"`);
    expect(preloaded.signUp).toMatchObject({ problem: null, captcha: { kind: 'none' } });
  });

  test('show the brand and product of the address, or which of them is unknown', async () => {
    const { id } = (
      await portal.database.pool.query(
        `insert into companies (name, slug) values ('Hôtel Étoile', 'etoile') returning id`,
      )
    ).rows[0];
    const known = (await new Browser(portal.app.http).open('/signUp/ETOILE?product=cloud')).preloaded;
    expect(known).toMatchObject({
      company: { id, name: 'Hôtel Étoile' },
      signUp: { product: { id: 'cloud' }, isFirstCustomer: true },
    });
    const unknown = (await new Browser(portal.app.http).open('/signUp/nobody%00')).preloaded;
    expect(unknown).toMatchObject({ company: { id: 1 }, signUp: { problem: 'unknownCompany' } });
    const nothing = (await new Browser(portal.app.http).open('/signUp?product=nothing')).preloaded;
    expect(nothing).toMatchObject({ signUp: { problem: 'unknownProduct', product: { id: 'desktop' } } });
  });

  test('continue only to pages of the portal and of registered products', async () => {
    const productUrl = async (url: string) =>
      (await new Browser(portal.app.http).open(`/Confirmation?productUrl=${encodeURIComponent(url)}`)).preloaded.signUp
        ?.productUrl;
    expect(await productUrl('/Products/cloud/Subscription')).toBe('/Products/cloud/Subscription');
    const start = 'https://desktop.veriscan.example/start';
    expect(await productUrl(start)).toBe(start);
    for (const evil of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)'])
      expect(await productUrl(evil), evil).toBeNull();
  });

  test('redirect signed-in users to their products', async () => {
    const owner = await portal.signIn('owner@acme.example');
    expect((await owner.get('/SignUp', html)).headers.location).toBe('/products');
    expect((await owner.get('/Confirmation', html)).statusCode).toBe(200);
  });
});

test('visitors get the plans without data of any account', async () => {
  const response = await new Browser(portal.app.http).get('/api/SignUp/Plans?product=desktop');
  expect(response.statusCode, response.body).toBe(200);
  const plans = response.json().items;
  expect(plans.map(({ id }: { id: string }) => id)).toEqual([
    'desktop-basic',
    'desktop-pro',
    'desktop-trial',
    'desktop-enterprise',
  ]);
  expect(plans[0]).toMatchObject({ canSubscribe: true, subscribeAction: 'Subscribe' });
  expect(response.json().pointsOfSale).toEqual([
    { provider: 'Dutchie', text: 'If you use Dutchie, we recommend Basic.' },
    { provider: 'Treez', text: 'Treez shops need the scanner of Pro.' },
  ]);
  expect((await new Browser(portal.app.http).get('/api/SignUp/Plans')).json().product.id).toBe('desktop');
});
