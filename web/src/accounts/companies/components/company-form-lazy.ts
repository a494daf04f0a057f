import { lazyPart } from '../../../lib/lazy.tsx';

/** The form comes with the preview and what draws it: the list does without. */
export const CompanyForm = lazyPart(() => import('./company-form.tsx').then((module) => module.CompanyForm));
