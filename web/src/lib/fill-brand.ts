import { preloaded } from './preloaded.ts';

/**
 * Puts the brand's name and logos into prerendered elements marked `data-brand="name|mark|light|dark"`. The `Brand`
 * component renders the same attributes from the same data, so hydration matches.
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
