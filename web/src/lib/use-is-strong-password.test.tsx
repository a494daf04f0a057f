import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderUi } from '../test/render.tsx';
import { PasswordRules } from '../ui/password-rules.tsx';
import { useIsStrongPassword } from './use-is-strong-password.ts';

function Rules({ password }: { password: string }) {
  return <PasswordRules password={password} isStrong={useIsStrongPassword(password, ['Avery', 'Stonebridge'])} />;
}

const line = (state: string) => screen.findByText((_, element) => element?.textContent === `Not easy to guess${state}`);

it.each(['AAaa11!!', 'aA1!aA1!', 'Stonebridge1!'])('%s stays easy to guess', async (password) => {
  renderUi(<Rules password={password} />);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(await line('not met yet')).toBeTruthy();
});

it('a password that is hard to guess meets every line', async () => {
  renderUi(<Rules password="Copper4-lantern-orbit" />);
  expect(await line('met')).toBeTruthy();
  expect(screen.queryByText('not met yet')).toBeNull();
});
