import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderUi } from '../../test/render.tsx';
import { BackToTop } from './back-to-top.tsx';

const scrollTo = (pixels: number) =>
  act(() => {
    vi.stubGlobal('scrollY', pixels);
    dispatchEvent(new Event('scroll'));
  });

it('the button to the top appears after 400 pixels of scrolling', () => {
  renderUi(<BackToTop />);
  scrollTo(400);
  expect(screen.queryByRole('button')).toBeNull();
  scrollTo(401);
  expect(screen.getByRole('button', { name: 'Back to top' })).toBeTruthy();
});

it('on a phone, the button to the top is hidden while the user scrolls down, and appears when they scroll up', () => {
  renderUi(<BackToTop />);
  const isAway = () => screen.getByRole('button').classList.contains('max-sm:hidden');
  scrollTo(900);
  expect(isAway()).toBe(true);
  scrollTo(880);
  expect(isAway()).toBe(false);
  scrollTo(880);
  expect(isAway()).toBe(false);
  scrollTo(881);
  expect(isAway()).toBe(true);
});
