import { expect, it } from 'vitest';
import { refusedBy } from './refused.ts';

it('returns the earliest step with an error, regardless of the order of the errors', () => {
  const refused = refusedBy({ modelState: { country: ['Choose one'], FirstName: ['Too long', 'Odd'] } });
  expect(refused).toEqual({
    fields: { country: 'Choose one', firstName: 'Too long' },
    message: null,
    step: 'main',
    purchaseStep: null,
  });
});

it('returns all messages of a password', () => {
  expect(refusedBy({ modelState: { password: ['Too short', 'Too common'] } })?.fields).toEqual({
    password: 'Too short\nToo common',
  });
});

it('merges errors that belong to no field into one message, which the purchase shows if it concerns the purchase', () => {
  expect(refusedBy({ modelState: { '': ['Away'] } })).toEqual({
    fields: {},
    message: 'Away',
    step: null,
    purchaseStep: null,
  });
  expect(refusedBy({ modelState: { 'Purchase.PaymentMethodId': ['Declined'] } })).toEqual({
    fields: {},
    message: 'Declined',
    step: 'purchase',
    purchaseStep: 'checkout',
  });
});

it('returns null if nothing was refused', () => {
  expect(refusedBy({ modelState: {} })).toBeNull();
  expect(refusedBy({ modelState: { email: [] } })).toBeNull();
});
