import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderUi } from '../../../test/render.tsx';
import { CouponLinks } from './coupon-links.tsx';

it('a coupon has links to the checkout for customers and to the sign-up for visitors, for each product', () => {
  renderUi(<CouponLinks isPublished code="HALF" products={[{ id: 'scan', name: 'Scan' }]} />);
  const links = screen.getAllByDisplayValue(/coupon=HALF/).map((field) => (field as HTMLInputElement).value);
  expect(links.map((link) => link.replace(location.origin, ''))).toEqual([
    '/Products/scan/Subscription?coupon=HALF',
    '/SignUp?product=scan&coupon=HALF',
  ]);
});

it('a coupon that customers cannot use yet has no links', () => {
  renderUi(<CouponLinks isPublished={false} code="HALF" products={[{ id: 'scan', name: 'Scan' }]} />);
  expect(screen.queryAllByDisplayValue(/coupon=HALF/)).toEqual([]);
  expect(screen.getByText(/once the coupon is published/)).toBeTruthy();
});
