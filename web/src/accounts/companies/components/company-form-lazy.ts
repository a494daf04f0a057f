import { lazyPart } from '../../../lib/lazy.tsx';

/** Lazy, because it includes the preview, which the list does not need. */
export const CompanyForm = lazyPart(() => import('./company-form.tsx').then((module) => module.CompanyForm));
