import { lazyPart } from '../../../lib/lazy.tsx';

/** The form brings the code of forms, lists of choices and number fields along, which the list of orders does without. */
export const ManualOrderForm = lazyPart(() =>
  import('./manual-order-form.tsx').then((module) => module.ManualOrderForm),
);
