import { Trans } from '@lingui/react/macro';
import { useSyncExternalStore } from 'react';
import { preloaded } from '../../../lib/preloaded.ts';
import { useAntiForgeryToken } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { wantedReturnUrl } from '../api/return-url.ts';

const never = () => () => {};
const none: ReturnType<typeof preloaded>['externalProviders'] = [];

/** A button for each external login. Each posts natively and is redirected to the provider. */
export function ExternalProviders() {
  const token = useAntiForgeryToken();
  const providers = useSyncExternalStore(
    never,
    () => preloaded().externalProviders,
    () => none,
  );
  if (providers.length === 0) return null;
  const returnUrl = wantedReturnUrl();
  return (
    <form method="post" action="/ExternalLogin" className="mt-3 flex flex-col gap-3">
      <input type="hidden" name="__RequestVerificationToken" value={token} />
      {returnUrl && <input type="hidden" name="ReturnUrl" value={returnUrl} />}
      {providers.map(({ name, displayName }) => (
        <Button key={name} type="submit" name="provider" value={name} size="lg" block>
          <Trans>Continue with {displayName}</Trans>
        </Button>
      ))}
    </form>
  );
}
