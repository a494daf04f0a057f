import { preloaded } from './preloaded.ts';

/** The placeholder for the provider's name in the prerendered button. */
export const providerPlace = '{provider}';

/** Creates the buttons of external logins from the prerendered one, so that the first paint shows them. */
export function fillProviders(scope: ParentNode): void {
  const { externalProviders, antiForgeryToken } = preloaded();
  const section = scope.querySelector<HTMLElement>('[data-providers]');
  const button = section?.querySelector('button');
  const token = section?.querySelector('input');
  if (!section || !button || !token || externalProviders.length === 0) return;
  const buttons = externalProviders.map(({ name, displayName }) => {
    const copy = button.cloneNode(true) as HTMLButtonElement;
    copy.value = name;
    const texts = document.createTreeWalker(copy, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      text.data = text.data.replace(providerPlace, displayName);
    }
    return copy;
  });
  button.replaceWith(...buttons);
  token.value = antiForgeryToken;
  section.hidden = false;
}
