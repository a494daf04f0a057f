import { expect, it } from 'vitest';
import { formatAddress, parsePlace } from './addresses.ts';

it.each([
  ['/SignUp', '', { step: 'email', companyName: null, isStore: false }],
  ['/signup/harbor/STORE', '', { step: 'email', companyName: 'harbor', isStore: true }],
  ['/signUpNext/harbor', '?step=Contacts', { step: 'contacts', companyName: 'harbor' }],
  ['/signUpNext', '', { step: 'main' }],
  ['/PLANS', '', { step: 'plans' }],
  ['/customizePlan/harbor', '', { step: 'purchase', purchaseStep: 'customize' }],
  ['/addons', '', { step: 'purchase', purchaseStep: 'addons' }],
  ['/checkout', '', { step: 'purchase', purchaseStep: 'checkout' }],
  ['/confirm', '', { step: 'purchase', purchaseStep: 'confirmation' }],
  ['/skip/harbor', '', { step: 'skip', companyName: 'harbor' }],
  ['/SignUp', '?companyName=harbor&from=purchase', { step: 'email', companyName: 'harbor' }],
  ['/SignUp/harbor', '?companyName=lumen', { step: 'email', companyName: 'harbor' }],
  ['/Billing', '', { step: null }],
])('reads the step of %s%s', (path, search, place) => {
  expect(parsePlace(path, search)).toMatchObject(place);
});

it('keeps the brand when the visitor continues on the page that answered a form', () => {
  const search = '?companyName=harbor&product=scan&storageKey=k1&visit=k1&from=purchase';
  expect(formatAddress('purchase', 'checkout', parsePlace('/SignUp', search), search)).toBe(
    '/checkout/harbor?product=scan&storageKey=k1',
  );
});

it('keeps only product, storageKey and brand in the address of every step', () => {
  const place = { companyName: 'harbor', isStore: true };
  const search = '?product=scan&storageKey=k1&step=main&utm=x';
  expect(formatAddress('email', null, place, search)).toBe('/signUp/harbor/store?product=scan&storageKey=k1');
  expect(formatAddress('contacts', null, place, search)).toBe(
    '/signUpNext/harbor?product=scan&storageKey=k1&step=contacts',
  );
  expect(formatAddress('purchase', 'confirmation', place, search)).toBe('/confirm/harbor?product=scan&storageKey=k1');
  expect(formatAddress('plans', null, { companyName: null, isStore: false }, '')).toBe('/plans');
});
