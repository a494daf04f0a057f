import type { PreloadedSignUp } from '@portico/contract';
import { screen } from '@testing-library/react';
import { act } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { preloaded, replacePreloaded } from '../../../lib/preloaded.ts';
import { renderUi } from '../../../test/render.tsx';
import { makeSignUp } from '../../../test/sign-up.ts';
import { emptyDetails } from '../model/details.ts';
import { storeDetails } from '../model/kept-details.ts';
import { currentVisit, rememberVisit } from '../visit.ts';
import { ConfirmationPage } from './confirmation-page.tsx';

beforeEach(() => replacePreloaded({ signUp: makeSignUp() }));

const open = (receipt: PreloadedSignUp['receipt'] = null) =>
  act(async () => renderUi(<ConfirmationPage receipt={receipt} productUrl={null} />));

it('names the typed address, no longer promises that nothing is charged, and deletes all stored input', async () => {
  rememberVisit();
  const { storageKey } = currentVisit();
  const details = { ...emptyDetails, email: 'avery@acme.example' };
  storeDetails(storageKey, preloaded().company.id, { details, planId: null });
  await open();
  expect(screen.getByText('avery@acme.example')).toBeTruthy();
  expect(screen.getByText('License and download right away')).toBeTruthy();
  expect(screen.queryByText(/Nothing is charged/)).toBeNull();
  expect(JSON.stringify({ ...localStorage })).not.toContain('avery@acme.example');
});

it('says what was paid, with license key and receipt', async () => {
  const paid = { amountPaid: 5_634, currency: 'usd', product: 'Desktop', plan: 'Basic' };
  await open({ ...paid, email: 'avery@acme.example', license: '2Q4RM-9C0TE', receiptUrl: 'https://pay.example/r' });
  expect(screen.getByRole('heading', { name: 'Payment received: $56.34' })).toBeTruthy();
  expect(screen.getByText('Desktop – Basic')).toBeTruthy();
  expect(screen.getByText('2Q4RM-9C0TE').parentElement?.textContent).toBe('License key: 2Q4RM-9C0TE');
  expect(screen.getByRole('link', { name: 'Open the receipt' }).getAttribute('href')).toBe('https://pay.example/r');
  expect(screen.getByText('avery@acme.example')).toBeTruthy();
});

it('shows the same without an address if no input is stored', async () => {
  await open();
  expect(screen.getByText(/^Thank you. We have sent you a message/)).toBeTruthy();
});
