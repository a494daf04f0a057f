import { expect, test } from 'vitest';
import { loggedPath } from './logged-path.ts';

test.each([
  ['/api/Billing/PaymentIntents/pi_x?page=2', '/api/Billing/PaymentIntents/pi_x'],
  ['/api/Billing/Documents/in_Ab1.20420.b.secret-1?x=1', '/api/Billing/Documents/in_Ab1.20420.b.…'],
  ['//API/billing//documents/in_Ab1%2Eb%2Esecret-1/', '//API/billing//documents/in_Ab1.b.…'],
  ['/stripe-sandbox/stripe.js', '/stripe-sandbox/stripe.js'],
  ['/stripe-sandbox/elements/cardNumber', '/stripe-sandbox/elements/cardNumber'],
  ['/stripe-sandbox/v1/3ds2/authenticate', '/stripe-sandbox/v1/3ds2/authenticate'],
  ['/stripe-sandbox/v1/tokens/4929000000006', '/stripe-sandbox/v1/tokens/…'],
  ['/stripe-sandbox/v1/tokens/4929%201234%205678%209012', '/stripe-sandbox/v1/tokens/…'],
  ['//Stripe-Sandbox//v1/tokens/４９２９', '/stripe-sandbox/v1/tokens/…'],
  ['/%73tripe-sandbox/v1/tokens/4929', '/stripe-sandbox/v1/tokens/…'],
  ['/stripe-sandbox/v1/setup_intents/seti_Ab1/confirm?client_secret=x', '/stripe-sandbox/v1/setup_intents/…/confirm'],
  [`/stripe-sandbox/invoices/in_Ab1/${'aB3'.repeat(13)}/pdf`, '/stripe-sandbox/invoices/…/…/pdf'],
  [`/stripe-sandbox/invoices/in_Ab1/${'a'.repeat(40)}`, '/stripe-sandbox/invoices/…/…'],
  ['/stripe-sandbox/receipts/ch_Ab1/secret1', '/stripe-sandbox/receipts/…/…'],
])('%s is logged as %s', (url, path) => expect(loggedPath(url)).toBe(path));
