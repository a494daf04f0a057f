import { preloaded } from './preloaded.ts';

/**
 * Puts the company's name and logos into markup that was rendered without them: elements marked `data-brand="name|mark|light|dark"`. The `Brand` part renders
 * the same attributes from the same data, so hydration finds what it expects.
 */
export function fillBrand(scope: ParentNode): void {
  const { name, logoLight, logoDark } = preloaded().company;
  for (const element of scope.querySelectorAll<HTMLElement>('[data-brand]')) {
    const kind = element.dataset.brand;
    if (kind === 'name' || kind === 'mark') {
      if (kind === 'name') element.textContent = name;
      element.hidden = Boolean(logoLight ?? logoDark);
    } else if (element instanceof HTMLImageElement) {
      const source = kind === 'dark' ? (logoDark ?? logoLight) : (logoLight ?? logoDark);
      element.alt = name;
      element.hidden = !source;
      if (source) element.src = source;
    }
  }
}
