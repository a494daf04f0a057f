import { Trans } from '@lingui/react/macro';
import { createContext, useContext, useSyncExternalStore } from 'react';
import { preloaded } from '../../../lib/preloaded.ts';
import { useAntiForgeryToken } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { parsePlace } from '../model/addresses.ts';
import { wizardSearch } from '../use-wizard.ts';

const never = () => () => {};

interface ExternalFormProps {
  providers: ReturnType<typeof preloaded>['externalProviders'];
  action: string;
  token: string;
}

/** A button for each external login. Each posts natively and is redirected to the provider. */
export function ExternalForm({ providers, action, token }: ExternalFormProps) {
  return (
    <>
      <form method="post" action={action} className="flex flex-col gap-3">
        <input type="hidden" name="__RequestVerificationToken" value={token} />
        {providers.map(({ name, displayName }) => (
          <Button key={name} type="submit" name="Provider" value={name} size="lg" block>
            {name === 'google' && <GoogleMark />}
            <Trans>Continue with {displayName}</Trans>
          </Button>
        ))}
      </form>
      <p className="my-5 flex items-center gap-4 text-sm text-muted before:h-px before:flex-1 before:bg-line-strong after:h-px after:flex-1 after:bg-line-strong">
        <Trans>or</Trans>
      </p>
    </>
  );
}

/** The form with one button as prerendered HTML. */
export const ExternalTemplate = createContext('');

/** The available external logins. `fillProviders` adds them before the first paint, so that nothing moves. */
export function ExternalSignUp() {
  const token = useAntiForgeryToken();
  const template = useContext(ExternalTemplate);
  const providers = useSyncExternalStore(
    never,
    () => preloaded().externalProviders,
    () => null,
  );
  if (providers === null) {
    return (
      <div
        key="template"
        hidden
        data-providers=""
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the build's own markup; hydration keeps the changes of the page's script
        dangerouslySetInnerHTML={{ __html: template }}
      />
    );
  }
  if (providers.length === 0) return null;
  return (
    <div key="providers">
      <ExternalForm providers={providers} action={externalAction()} token={token} />
    </div>
  );
}

/** The sign-up's own address with its query, to which the external login returns. */
function externalAction(): string {
  const query = new URLSearchParams(wizardSearch());
  const { companyName } = parsePlace(location.pathname, location.search);
  if (companyName !== null) query.set('companyName', companyName);
  query.set('handler', 'External');
  return `/SignUp?${query}`;
}

function GoogleMark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path
        fill="#4285f4"
        d="M23.5 12.3c0-.9-.1-1.5-.3-2.2H12v4.1h6.5a5.6 5.6 0 0 1-2.4 3.7v3h3.9c2.3-2.1 3.5-5.2 3.5-8.6Z"
      />
      <path fill="#34a853" d="M12 24c3.2 0 6-1.1 8-2.9l-3.9-3a7.2 7.2 0 0 1-10.7-3.8h-4v3.1A12 12 0 0 0 12 24Z" />
      <path fill="#fbbc05" d="M5.4 14.3a7.300 7.300 0 0 1 0-4.6V6.600h-4a12 12 0 0 0 0 10.800Z" />
      <path
        fill="#ea4335"
        d="M12 4.800c1.800 0 3.400.6 4.600 1.800l3.400-3.400A12 12 0 0 0 1.400 6.600l4 3.100A7.200 7.200 0 0 1 12 4.800Z"
      />
    </svg>
  );
}
