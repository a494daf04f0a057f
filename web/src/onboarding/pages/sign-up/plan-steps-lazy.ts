import planStyles from '../../../app/sign-up-plans.css?url';
import { lazyPart } from '../../../lib/lazy.tsx';
import { addCatalog, type Locale } from '../../../lib/locale.ts';

const app = {
  en: () => import('../../../locales/app/en.po'),
  fr: () => import('../../../locales/app/fr.po'),
};
const appCatalog = (locale: Locale) => app[locale]();

let styles: Promise<void> | undefined;

/** The styles of what comes, with those of the first steps: one sheet alone keeps their order. */
function loadStyles(): Promise<void> {
  styles ??= new Promise<void>((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = planStyles;
    link.addEventListener('load', () => resolve(), { once: true });
    link.addEventListener(
      'error',
      () => {
        styles = undefined;
        link.remove();
        reject(new Error('the styles could not be loaded'));
      },
      { once: true },
    );
    document.head.append(link);
  });
  return styles;
}

/** The plans and the purchase, with their words and styles; loaded when they come near. */
export const PlanSteps = lazyPart(async () => {
  const [part] = await Promise.all([
    import('./load-plan-steps.ts').then(({ loadPlanSteps }) => loadPlanSteps()),
    addCatalog(appCatalog),
    loadStyles(),
  ]);
  return part;
});
