import { Plural, Trans } from '@lingui/react/macro';
import { useBuyers } from '../catalog.api.ts';

/**
 * Shows a user who cannot subscribe the names and mail addresses of the users who can (CAT-40). Renders nothing for
 * other users.
 */
export function Buyers({ className = '' }: { className?: string }) {
  const { data } = useBuyers();
  const buyers = data?.items ?? [];
  if (buyers.length === 0) return null;
  const count = buyers.length;
  return (
    <p className={className}>
      <Plural
        value={count}
        one="One person of your account can subscribe and pay:"
        other="These people of your account can subscribe and pay:"
      />{' '}
      {buyers.map(({ name, email }, index) => (
        <span key={email}>
          {index > 0 && ', '}
          <a href={`mailto:${email}`} className="font-medium text-accent-text underline-offset-4 hover:underline">
            {name}
            <span className="sr-only">
              {' '}
              <Trans>(write an email)</Trans>
            </span>
          </a>
        </span>
      ))}
    </p>
  );
}
