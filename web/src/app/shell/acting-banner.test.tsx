import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../lib/preloaded.ts';
import { renderUi } from '../../test/render.tsx';
import { ActingAsBanner } from './acting-as-banner.tsx';
import { ActingBanner } from './acting-banner.tsx';

const text = 'You are signed in as Avery Stone (Acme Security).';

/** Shows the banner of a page that has just loaded, `secondsLeft` before the end. */
function show(secondsLeft: number) {
  vi.spyOn(performance, 'now').mockImplementation(() => Date.now() - begun);
  replacePreloaded({ antiForgeryToken: 'tok' });
  renderUi(
    <ActingBanner operatorName="Olivia Perez" text={text} until="2026-11-20T10:00:00Z" secondsLeft={secondsLeft} />,
  );
  return screen.getByRole('region', { name: 'Acting as another user' });
}

let begun = 0;
beforeEach(async () => {
  // Preloads the dialog, which is otherwise loaded only when the time is over.
  await import('./acting-is-over.tsx');
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  begun = Date.now();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
const pass = (seconds: number) => act(async () => vi.advanceTimersByTime(seconds * 1000));

it('the banner shows both names, the minutes left and a button to stop', async () => {
  const banner = show(3_590);
  expect(banner.textContent).toContain(text);
  expect(banner.textContent).toContain('Olivia Perez · 60 min left');
  expect(screen.getByRole('button', { name: 'Sign out' })).toBeTruthy();
  await pass(600);
  expect(banner.textContent).toContain('50 min left');
});

it('the banner counts down in seconds during the last five minutes', async () => {
  const banner = show(301);
  expect(banner.textContent).toContain('6 min left');
  await pass(2);
  expect(banner.textContent).toContain('4:59 left');
  await pass(290);
  expect(banner.textContent).toContain('0:09 left');
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

it("announces that acting as a user is over, and returns to the operator's account", async () => {
  const assign = vi.fn();
  vi.stubGlobal('location', { ...location, assign });
  const banner = show(1);
  await pass(2);
  expect(banner.textContent).toContain('0:00 left');
  expect((await screen.findByRole('alertdialog')).textContent).toContain('Your 60 minutes in this name are over');
  screen.getByRole('button', { name: 'Go on as Olivia Perez' }).click();
  expect(assign).toHaveBeenCalledWith('/');
});

it('shows no banner unless an operator acts as the user', () => {
  replacePreloaded({ actingAs: null });
  renderUi(<ActingAsBanner />);
  expect(screen.queryByRole('region')).toBeNull();
});
