import { Trans } from '@lingui/react/macro';
import type { Preloaded } from '@portico/contract';
import { type RefObject, useSyncExternalStore } from 'react';
import { preloaded } from '../../../lib/preloaded.ts';

type DemoUser = NonNullable<Preloaded['demo']>['users'][number];

const never = () => () => {};

interface DemoUserListProps {
  users: readonly DemoUser[];
  onChoose: (email: string) => void;
}

/** Marked with `data-demo` for `fillDemoUsers`, which fills the prerendered list before the script has loaded. */
export function DemoUserList({ users, onChoose }: DemoUserListProps) {
  return (
    <>
      <h2 className="mb-2 text-sm font-medium text-muted">
        <Trans>Demo sign-ins</Trans>
      </h2>
      <ul data-demo="list" className="overflow-hidden rounded-card border border-line bg-surface">
        {users.map(({ email, label }) => (
          <li key={email} className="border-b border-line last:border-b-0">
            <button
              type="button"
              className="flex h-11 w-full items-center justify-between gap-4 px-4 text-left hover:bg-surface-hover focus-visible:-outline-offset-2"
              onClick={() => onChoose(email)}
            >
              <span data-demo="email" className="truncate">
                {email}
              </span>
              <span data-demo="label" className="shrink-0 text-xs text-muted">
                {label}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

interface DemoUsersProps {
  form: RefObject<HTMLFormElement | null>;
  /** The list with one empty row as prerendered HTML. */
  template?: string;
}

/** The demonstration's users; a click fills the form. */
export function DemoUsers({ form, template = '' }: DemoUsersProps) {
  const demo = useSyncExternalStore(
    never,
    () => preloaded().demo,
    () => undefined,
  );
  if (demo === undefined) {
    return (
      <section
        key="template"
        hidden
        data-demo="section"
        className="mt-6"
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the build's own markup; hydration leaves what the page's script has made of it
        dangerouslySetInnerHTML={{ __html: template }}
      />
    );
  }
  if (demo === null) return null;
  const fill = (email: string) => {
    const elements = form.current?.elements;
    const login = elements?.namedItem('userName');
    const password = elements?.namedItem('password');
    if (!(login instanceof HTMLInputElement) || !(password instanceof HTMLInputElement)) return;
    login.value = email;
    password.value = demo.password;
    form.current?.querySelector<HTMLButtonElement>('button[type=submit]')?.focus();
  };
  return (
    <section key="list" className="mt-6">
      <DemoUserList users={demo.users} onChoose={fill} />
    </section>
  );
}
