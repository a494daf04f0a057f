import { expect, it } from 'vitest';
import { refusedBy } from './refused.ts';

it('returns the step of the first error, whatever order they come in', () => {
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

it('returns what is about no field as one message, at the purchase where it is about that', () => {
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

it('returns null where nothing was refused', () => {
  expect(refusedBy({ modelState: {} })).toBeNull();
  expect(refusedBy({ modelState: { email: [] } })).toBeNull();
});
