import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { entraProvider } from '../../../test/external-providers.ts';
import { renderUi } from '../../../test/render.tsx';
import { GuideDialog } from './guide-dialog.tsx';

const show = (change: Partial<typeof entraProvider>) =>
  renderUi(<GuideDialog provider={{ ...entraProvider, ...change }} open onOpenChange={() => {}} />);
const copied = () => screen.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value);

test('the guide of Entra ID also registers the address after signing out', () => {
  show({});
  expect(copied()).toEqual([
    entraProvider.callbackUrl,
    entraProvider.signedOutCallbackUrl,
    entraProvider.frontChannelLogoutUrl,
  ]);
});

test.each([
  ['https://accounts.google.com', /Google Cloud console/],
  ['https://login.acme.example/realms/acme', /choose your realm/],
  ['https://acme.eu.auth0.com/', /a confidential client/],
])("the guide of %s uses the provider's own terms", (authority, words) => {
  show({ type: 1, authority });
  expect(screen.getByText(words)).toBeTruthy();
});

test('another guide can be chosen', async () => {
  show({ type: 1, authority: 'https://acme.eu.auth0.com/' });
  await userEvent.click(screen.getByText('Keycloak'));
  expect(screen.getByText(/choose your realm/)).toBeTruthy();
  expect(copied()).toContain(entraProvider.signedOutCallbackUrl);
});

test.each([
  ['Entra ID', { type: 0 }],
  ['Okta', { type: 2 }],
  ['another one', { type: 1, authority: 'https://acme.eu.auth0.com/' }],
] as const)('the guide of %s has a domain proved before the test', (_, change) => {
  show(change);
  const steps = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(steps.slice(-2)).toEqual([expect.stringContaining('TXT record'), 'Start the test.']);
});
