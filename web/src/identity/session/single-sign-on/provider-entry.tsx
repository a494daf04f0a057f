import { Trans } from '@lingui/react/macro';
import { paths } from '@portico/contract/browser';
import { LogIn } from 'lucide-react';
import { LinkButton } from '../components/parts.tsx';
import type { EntryProvider } from './use-single-sign-on.ts';

/** The way to the provider of the entered address, in the place of the password where it is the only one. */
export function ProviderEntry({ provider: { name, isRequired, href } }: { provider: EntryProvider }) {
  return (
    <div role="status" className="flex flex-col gap-3">
      {isRequired && (
        <p className="text-sm text-muted">
          <Trans>Your company signs in with {name}.</Trans>
        </p>
      )}
      <LinkButton href={href} variant={isRequired ? 'primary' : 'secondary'}>
        <LogIn aria-hidden="true" />
        <Trans>Sign in with {name}</Trans>
      </LinkButton>
      {isRequired && (
        <p className="text-center text-sm text-muted">
          <a href={paths.breakGlass} className="rounded underline-offset-4 hover:text-ink hover:underline">
            <Trans>It does not work? Use the owner’s break-glass code</Trans>
          </a>
        </p>
      )}
    </div>
  );
}
