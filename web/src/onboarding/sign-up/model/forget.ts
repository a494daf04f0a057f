import { forgetVisit, latestVisit } from '../visit.ts';

/** Whatever else was kept under the key, such as the choices of the purchase. */
function forgetStored(key: string): void {
  try {
    const names = Object.keys(localStorage).filter((name) => name.includes(key));
    for (const name of names) localStorage.removeItem(name);
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

/** The account is there: nothing that was typed is kept any longer, save the branch of the point of sale (SIGN-41). */
export function forgetEverything(): void {
  const latest = latestVisit();
  if (latest) forgetStored(latest);
  forgetVisit();
}
