import planStyles from '../../../app/sign-up-plans.css?url';
import { lazyPart } from '../../../lib/lazy.tsx';

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
    loadStyles(),
  ]);
  return part;
});
