import planStyles from '../../../app/sign-up-plans.css?url';
import { lazyPart } from '../../../lib/lazy.tsx';

let styles: Promise<void> | undefined;

/**
 * Loads one sheet with the styles of the plans and of the first steps, because two sheets would change the order of
 * the styles.
 */
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

/** The plans and the purchase, with their messages and styles, loaded shortly before they are needed. */
export const PlanSteps = lazyPart(async () => {
  const [part] = await Promise.all([
    import('./load-plan-steps.ts').then(({ loadPlanSteps }) => loadPlanSteps()),
    loadStyles(),
  ]);
  return part;
});
