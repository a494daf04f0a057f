import { lazyPart } from '../../../lib/lazy.tsx';

/** Lazy, because the list of orders does not need the code of forms, selects and number fields. */
export const ManualOrderForm = lazyPart(() =>
  import('./manual-order-form.tsx').then((module) => module.ManualOrderForm),
);
