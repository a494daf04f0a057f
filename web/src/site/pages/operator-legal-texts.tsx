import { Trans } from '@lingui/react/macro';
import { PageHeader } from '../../ui/page-header.tsx';
import { LegalTextsCard } from '../legal/components/legal-texts-card.tsx';

/** For operators: the legal texts, and the notices of their changes. */
export function OperatorLegalTextsPage() {
  return (
    <>
      <PageHeader
        description={<Trans>Mail the owners of all accounts that a text has changed, once for each version</Trans>}
      />
      <LegalTextsCard />
    </>
  );
}
