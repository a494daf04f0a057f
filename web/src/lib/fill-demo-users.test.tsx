import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { render } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { DemoUserList, DemoUsers } from '../identity/session/components/demo-users.tsx';
import { fillDemoUsers } from './fill-demo-users.ts';
import { replacePreloaded } from './preloaded.ts';

const users = [
  { email: 'owner@acme.example', label: 'Owner <b>' },
  { email: 'user@acme.example', label: 'User' },
];
const list = (shown: typeof users) => (
  <I18nProvider i18n={i18n}>
    <DemoUserList users={shown} onChoose={() => {}} />
  </I18nProvider>
);

function prerendered() {
  const page = document.createElement('div');
  const template = renderToString(list([{ email: '', label: '' }]));
  page.innerHTML = renderToString(<DemoUsers form={{ current: null }} template={template} />);
  return page;
}

it('makes of the prerendered row what the list renders itself', () => {
  replacePreloaded({ demo: { users, password: 'x' } });
  const page = prerendered();
  fillDemoUsers(page);
  const { container } = render(list(users));
  expect(page.querySelector('section')?.hidden).toBe(false);
  expect(page.querySelector('section')?.innerHTML).toBe(container.innerHTML);
});

it('shows nothing elsewhere', () => {
  const page = prerendered();
  fillDemoUsers(page);
  expect(page.querySelector('section')?.hidden).toBe(true);
});
