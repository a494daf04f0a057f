import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { modelState, replacePreloaded } from '../../../lib/preloaded.ts';
import { showAt } from '../../../test/address.ts';
import { renderUi } from '../../../test/render.tsx';
import { makeSignUp } from '../../../test/sign-up.ts';
import { SignUpFrame } from './sign-up-frame.tsx';

const company = {
  id: 4,
  name: 'Harbor',
  slug: 'harbor',
  logoLight: null,
  logoDark: null,
  accentLight: null,
  accentDark: null,
};
const customers = [
  { name: 'Lakeside', logo: 'data:image/png;base64,AAAA' },
  { name: 'Kestrel', logo: null },
];
const key = '9b2f6c1e-3d4a-4f5b-8c7d-0e1f2a3b4c5d';

beforeEach(() => {
  showAt(`/signUpNext/harbor?product=desktop&storageKey=${key}&step=main`);
  replacePreloaded({
    company,
    links: { knowledgeBase: 'https://help.example', contact: null },
    modelState: { email: ['No'] },
    attemptedValues: { email: 'avery@' },
    signUp: makeSignUp({ customers }),
  });
});
afterEach(() => showAt('/'));

const open = (props: { hasPanel: boolean; isWizard?: boolean }) =>
  act(async () =>
    renderUi(
      <SignUpFrame title="Sign up" {...props}>
        The step
      </SignUpFrame>,
    ),
  );

it('clears form errors when the visitor goes to the sign-in', async () => {
  await open({ hasPanel: true });
  const signIn = screen.getByRole('link', { name: 'Sign in to an existing account' });
  expect(signIn.getAttribute('href')).toBe('/login');
  signIn.addEventListener('click', (event) => event.preventDefault());
  expect(modelState().modelState).toEqual({ email: ['No'] });
  await act(async () => signIn.click());
  expect(modelState()).toEqual({ modelState: {}, attemptedValues: {} });
});

it('opens the plans of the same brand without loading a document, and returns to the previous step', async () => {
  const push = vi.spyOn(history, 'pushState');
  await open({ hasPanel: true, isWizard: true });
  const [plans] = screen.getAllByRole('link', { name: 'Plans and prices' });
  expect(plans?.getAttribute('href')).toMatch(/^\/plans\/harbor\?product=desktop&storageKey=/);
  await act(async () => plans?.click());
  expect(push).toHaveBeenCalledOnce();
  expect(location.pathname).toBe('/plans/harbor');
  document.body.replaceChildren();
  await open({ hasPanel: false, isWizard: true });
  const [back] = screen.getAllByRole('link', { name: 'Back to sign-up' });
  expect(back?.getAttribute('href')).toMatch(/^\/signUpNext\/harbor\?.*step=main$/);
});

it('links to the knowledge base and the legal pages, and names the version', async () => {
  await open({ hasPanel: true });
  const leads = (name: string) => screen.getAllByRole('link', { name }).map((link) => link.getAttribute('href'));
  expect(new Set(leads('Knowledge base'))).toEqual(new Set(['https://help.example']));
  expect(leads('Terms of service')[0]).toMatch(/terms/i);
  expect(leads('Privacy policy')[0]).toMatch(/privacy/i);
  expect(screen.getAllByText(/^© \d{4} Harbor · Version 1\.2506\.5\.4$/)).not.toEqual([]);
});

it('shows no link to the plans outside the wizard', async () => {
  await open({ hasPanel: true });
  expect(screen.queryByRole('link', { name: 'Plans and prices' })).toBeNull();
});

it("shows the brand's customers with their logos in the color of the text", async () => {
  await open({ hasPanel: true });
  const names = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(names).toEqual(expect.arrayContaining(['Lakeside', 'Kestrel']));
  const mark = screen.getByText('Lakeside').closest('li')?.querySelector<HTMLElement>('[aria-hidden=true]');
  expect(mark?.getAttribute('style')).toContain('data:image/png;base64,AAAA');
  expect(screen.getByText('Kestrel').closest('li')?.querySelector('[aria-hidden=true]')).toBeNull();
});

it("shows the brand's name, and no customers if the brand has none", async () => {
  replacePreloaded({ company, links: { knowledgeBase: null, contact: null }, signUp: makeSignUp() });
  await open({ hasPanel: true });
  expect(screen.queryByText('In daily use at')).toBeNull();
  expect(screen.getAllByText(/^© \d{4} Harbor · /).length).toBeGreaterThan(0);
});
