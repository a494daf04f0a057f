import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { render, screen, waitFor } from '@testing-library/react';
import { useRef } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { DemoUserList, DemoUsers } from '../identity/session/components/demo-users.tsx';
import { recordEarlyPress } from './early-presses.ts';
import { fillDemoUsers } from './fill-demo-users.ts';
import { replacePreloaded } from './preloaded.ts';
import { StartedPage } from './started-page.tsx';

const users = [
  { email: 'owner@acme.example', label: 'Owner <b>' },
  { email: 'user@acme.example', label: 'User' },
];
const list = (shown: typeof users) => (
  <I18nProvider i18n={i18n}>
    <DemoUserList users={shown} onChoose={() => {}} />
  </I18nProvider>
);

function SignInWith({ template }: { template?: string | undefined }) {
  const form = useRef<HTMLFormElement>(null);
  return (
    <I18nProvider i18n={i18n}>
      <form ref={form}>
        <input name="userName" aria-label="User" />
        <input name="password" aria-label="Password" />
      </form>
      <DemoUsers form={form} {...(template !== undefined && { template })} />
    </I18nProvider>
  );
}

function prerendered() {
  const page = document.createElement('div');
  const template = renderToString(list([{ email: '', label: '' }]));
  page.innerHTML = renderToString(<DemoUsers form={{ current: null }} template={template} />);
  return page;
}

it("turns the prerendered row of the demo's users into the list's markup", () => {
  replacePreloaded({ demo: { users, password: 'x' } });
  const page = prerendered();
  fillDemoUsers(page);
  const { container } = render(list(users));
  expect(page.querySelector('section')?.hidden).toBe(false);
  expect(page.querySelector('section')?.innerHTML).toBe(container.innerHTML);
});

it("keeps a press on a demo user's sign-in button until the script has started", async () => {
  replacePreloaded({ demo: { users, password: 'the password' } });
  const root = document.createElement('div');
  root.id = 'root';
  document.body.append(root);
  const page = (template?: string) => (
    <StartedPage>
      <SignInWith template={template} />
    </StartedPage>
  );
  root.innerHTML = renderToString(page(renderToString(list([{ email: '', label: '' }]))));
  fillDemoUsers(document);
  recordEarlyPress();
  screen.getByRole('button', { name: /user@acme/ }).click();
  render(page(), { container: root, hydrate: true });
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('the password'));
  expect(screen.getByLabelText<HTMLInputElement>('User').value).toBe('user@acme.example');
});

it('shows no demo users outside the demonstration', () => {
  const page = prerendered();
  fillDemoUsers(page);
  expect(page.querySelector('section')?.hidden).toBe(true);
});
