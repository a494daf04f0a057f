import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderUi } from '../test/render.tsx';
import { ShownAlert } from './shown-alert.tsx';

const scroll = Element.prototype.scrollIntoView;
afterEach(() => {
  Element.prototype.scrollIntoView = scroll;
});

it('an alert scrolls into view when it appears and when its text changes', async () => {
  const shown = vi.fn();
  Element.prototype.scrollIntoView = shown;
  const { rerender } = renderUi(<ShownAlert>Your card was declined.</ShownAlert>);
  await waitFor(() => expect(shown).toHaveBeenCalledOnce());
  expect(screen.getByRole('alert').textContent).toBe('Your card was declined.');
  rerender(<ShownAlert>Your card has expired.</ShownAlert>);
  await waitFor(() => expect(shown).toHaveBeenCalledTimes(2));
});

it('an alert does not scroll when the same text is rendered again', async () => {
  const shown = vi.fn();
  Element.prototype.scrollIntoView = shown;
  const message = () => (
    <ShownAlert>
      <strong>Purchase error</strong> Try again.
    </ShownAlert>
  );
  const { rerender } = renderUi(message());
  await waitFor(() => expect(shown).toHaveBeenCalledOnce());
  rerender(message());
  await new Promise((resolve) => setTimeout(resolve));
  expect(shown).toHaveBeenCalledOnce();
});
