import { Alert } from '../../../ui/alert.tsx';
import type { VisitorPlans } from '../../sign-up/api/sign-up-calls.ts';
import { applying, type Details } from '../../sign-up/model/details.ts';

interface PointOfSaleNoteProps {
  plans: Pick<VisitorPlans, 'pointsOfSale'> | undefined;
  details: Details;
}

/** What the catalog tells users of the visitor's point-of-sale provider; nothing in other industries (SIGN-43). */
export function PointOfSaleNote({ plans, details }: PointOfSaleNoteProps) {
  const { pointOfSale } = applying(details);
  return plans?.pointsOfSale
    .filter(({ provider }) => provider === pointOfSale)
    .map(({ text }) => (
      <Alert key={text} tone="info" className="mb-6">
        {text}
      </Alert>
    ));
}
