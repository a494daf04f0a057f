import { Trans } from '@lingui/react/macro';
import { type RefObject, useSyncExternalStore } from 'react';
import { preloaded } from '../../../lib/preloaded.ts';

const never = () => () => {};

/** In demonstration mode: the sign-ins that exist, each filling the form at a click. Its room is kept from the first paint on (`--demo-users`). */
export function DemoUsers({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const demo = useSyncExternalStore(
    never,
    () => preloaded().demo,
    () => null,
  );
  const fill = (email: string) => {
    const elements = form.current?.elements;
    const login = elements?.namedItem('userName');
    const password = elements?.namedItem('password');
    if (!(login instanceof HTMLInputElement) || !(password instanceof HTMLInputElement)) return;
    login.value = email;
    password.value = demo?.password ?? '';
    form.current?.querySelector<HTMLButtonElement>('button[type=submit]')?.focus();
  };
  return (
    <section className="demo-users">
      {demo && (
        <>
          <h2 className="mb-2 text-sm font-medium text-muted">
            <Trans>Demonstration sign-ins</Trans>
          </h2>
          <ul className="overflow-hidden rounded-card border border-line bg-surface">
            {demo.users.map(({ email, label }) => (
              <li key={email} className="border-b border-line last:border-b-0">
                <button
                  type="button"
                  className="flex h-11 w-full items-center justify-between gap-4 px-4 text-left hover:bg-surface-hover focus-visible:-outline-offset-2"
                  onClick={() => fill(email)}
                >
                  <span className="truncate">{email}</span>
                  <span className="shrink-0 text-xs text-muted">{label}</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
