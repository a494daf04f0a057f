import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderUi } from '../../test/render.tsx';
import { BackToTop } from './back-to-top.tsx';

it('appears after 400 pixels of scrolling', () => {
  const scrollTo = (pixels: number) =>
    act(() => {
      vi.stubGlobal('scrollY', pixels);
      dispatchEvent(new Event('scroll'));
    });
  renderUi(<BackToTop />);
  scrollTo(400);
  expect(screen.queryByRole('button')).toBeNull();
  scrollTo(401);
  expect(screen.getByRole('button', { name: 'Back to top' })).toBeTruthy();
});
