import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { replacePreloaded } from '../../lib/preloaded.ts';
import { renderUi } from '../../test/render.tsx';
import { ProductsMenuContent } from './header-menus.tsx';

it('opens another product in a new tab without an opener, unless it is disabled or has no address', async () => {
  const scan = { id: 'scan', name: 'Scan', displayName: 'Scan', url: 'https://scan.example/', isDisabled: false };
  replacePreloaded({
    products: [
      scan,
      { ...scan, id: 'sdk', displayName: 'SDK', url: null },
      { ...scan, id: 'gone', displayName: 'Gone', isDisabled: true },
    ],
  });
  renderUi(
    <header>
      <ProductsMenuContent trigger={<button type="button">Products</button>} />
    </header>,
  );
  const product = await screen.findByRole('menuitem', { name: 'Scan' });
  expect(product.getAttribute('href')).toBe('https://scan.example/');
  expect(product.getAttribute('target')).toBe('_blank');
  expect(product.getAttribute('rel')).toBe('noopener noreferrer');
  for (const name of ['SDK', 'Gone']) {
    const shut = screen.getByRole('menuitem', { name });
    expect(shut.getAttribute('aria-disabled')).toBe('true');
    expect(shut.getAttribute('href')).toBeNull();
  }
});
