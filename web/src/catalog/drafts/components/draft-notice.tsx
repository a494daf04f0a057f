import { Plural, Trans } from '@lingui/react/macro';
import { can } from '../../../lib/permissions.ts';
import { Alert } from '../../../ui/alert.tsx';
import { ButtonLink } from '../../../ui/link.tsx';
import { useDraft } from '../drafts.api.ts';

/** The changes of the operator's draft, and a pending publication. Nothing if there is neither. */
export function DraftNotice({ className }: { className?: string }) {
  const { data } = useDraft();
  if (!data) return null;
  const { changed, problems, publication, theirs } = data;
  if (publication && !publication.failure) {
    return (
      <Alert
        tone="info"
        {...(className && { className })}
        actions={
          <ButtonLink to="/Operator/Catalog/Versions/$id" params={{ id: String(publication.version) }} size="sm">
            <Trans>Look at the version</Trans>
          </ButtonLink>
        }
      >
        {publication.isOwn ? (
          <Trans>Your catalog is being published. It continues automatically, even while Stripe is unavailable.</Trans>
        ) : (
          <Trans>Another version of the catalog is being published.</Trans>
        )}
      </Alert>
    );
  }
  if (changed === 0 && !publication) return null;
  return (
    <Alert
      tone={problems.length > 0 || publication ? 'warning' : 'info'}
      {...(className && { className })}
      actions={
        <ButtonLink
          to="/Operator/Catalog/Changes"
          size="sm"
          variant={can('operator.manageCatalog') ? 'primary' : 'secondary'}
        >
          <Trans>Review changes</Trans>
        </ButtonLink>
      }
    >
      {publication?.failure && <p>{publication.failure}</p>}
      <p>
        <Plural
          value={changed}
          _0="Your draft changes nothing."
          one="Your draft changes # value. Customers do not see it yet."
          other="Your draft changes # values. Customers do not see them yet."
        />{' '}
        {theirs && <Trans>Somebody published another version in the meantime.</Trans>}{' '}
        {problems.length > 0 && <Plural value={problems.length} one="It has # problem." other="It has # problems." />}
      </p>
    </Alert>
  );
}
