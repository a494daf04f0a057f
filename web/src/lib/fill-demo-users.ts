import { preloaded } from './preloaded.ts';

/** Creates the demonstration's sign-in list from its prerendered first row, so that the first paint shows it. */
export function fillDemoUsers(scope: ParentNode): void {
  const { demo } = preloaded();
  const section = scope.querySelector<HTMLElement>('[data-demo=section]');
  const list = section?.querySelector('[data-demo=list]');
  const row = list?.firstElementChild;
  if (!demo || !section || !list || !row) return;
  const rows = demo.users.map(({ email, label }) => {
    const copy = row.cloneNode(true) as Element;
    for (const [name, text] of Object.entries({ email, label })) {
      const place = copy.querySelector(`[data-demo=${name}]`);
      if (place) place.textContent = text;
    }
    return copy;
  });
  list.replaceChildren(...rows);
  section.hidden = false;
}
