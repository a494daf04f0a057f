import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderUi } from '../../../test/render.tsx';
import { type Details, emptyDetails } from '../../sign-up/model/details.ts';
import { PointOfSaleNote } from './point-of-sale-note.tsx';

const plans = {
  pointsOfSale: [
    { provider: 'Dutchie' as const, text: 'Team works with Dutchie.' },
    { provider: 'Treez' as const, text: 'Business works with Treez.' },
  ],
};
const show = (details: Partial<Details>) =>
  renderUi(<PointOfSaleNote plans={plans} details={{ ...emptyDetails, ...details }} />);

it('shows the text of the catalog for the visitor’s point-of-sale provider, in the cannabis industry only', () => {
  const { unmount } = show({ industry: 'cannabis', pointOfSale: 'Treez' });
  expect(screen.getByText('Business works with Treez.')).toBeDefined();
  expect(screen.queryByText('Team works with Dutchie.')).toBeNull();
  unmount();
  show({ industry: 'retail', pointOfSale: 'Treez' });
  expect(screen.queryByText('Business works with Treez.')).toBeNull();
});
