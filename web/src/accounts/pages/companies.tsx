import { Trans } from '@lingui/react/macro';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { Suspense } from 'react';
import { textFilterNavigation } from '../../app/text-filter-navigation.ts';
import { usePreload } from '../../lib/lazy.tsx';
import { useNamePage } from '../../lib/page-subject.ts';
import { can } from '../../lib/permissions.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { ButtonLink } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { LoadingCard, QueryView } from '../../ui/query-view.tsx';
import { useCompany } from '../companies/companies.api.ts';
import { CompanyForm } from '../companies/components/company-form-lazy.ts';
import { CompanyTable } from '../companies/components/company-table.tsx';
import { RemoveCompanyButton } from '../companies/components/remove-company.tsx';

/** For operators: the vendor's brands. */
export function CompaniesPage() {
  const search = useSearch({ from: '/Operator/Companies' });
  const navigate = useNavigate({ from: '/Operator/Companies' });
  return (
    <>
      <PageHeader
        description={<Trans>What customers see of the vendor: name, logo, color and mail</Trans>}
        actions={
          can('operator.manageCompanies') && (
            <ButtonLink to="/Operator/Companies/New" variant="primary">
              <Plus aria-hidden="true" />
              <Trans>New brand</Trans>
            </ButtonLink>
          )
        }
      />
      <Card className="overflow-hidden">
        <CompanyTable
          search={search}
          onSearchChange={(change) =>
            void navigate({ search: { ...search, ...change }, ...textFilterNavigation(change) })
          }
        />
      </Card>
    </>
  );
}

/** Adds a brand, and opens it. */
export function NewCompanyPage() {
  const navigate = useNavigate();
  usePreload(CompanyForm);
  return (
    <>
      <PageHeader />
      <Suspense fallback={<LoadingCard skeletonClassName="h-96" />}>
        <CompanyForm
          company={null}
          onSaved={({ id }) =>
            void navigate({ to: '/Operator/Companies/$id', params: { id: String(id) }, ignoreBlocker: true })
          }
        />
      </Suspense>
    </>
  );
}

/** One brand. */
export function CompanyPage() {
  const { id } = useParams({ from: '/Operator/Companies/$id' });
  const navigate = useNavigate();
  const query = useCompany(Number(id));
  usePreload(CompanyForm);
  const company = query.data;
  useNamePage(company?.name);
  return (
    <>
      <PageHeader
        title={company?.name}
        tags={
          company?.isDefault && (
            <Badge tone="neutral">
              <Trans context="brand">Default</Trans>
            </Badge>
          )
        }
        actions={
          company && (
            <RemoveCompanyButton
              company={company}
              onRemoved={() => void navigate({ to: '/Operator/Companies', ignoreBlocker: true })}
            />
          )
        }
      />
      <QueryView query={query} missing={<Trans>This brand was not found</Trans>} skeletonClassName="h-96">
        {(found) => (
          <Suspense fallback={<LoadingCard skeletonClassName="h-96" />}>
            <CompanyForm key={found.id} company={found} onSaved={() => {}} />
          </Suspense>
        )}
      </QueryView>
    </>
  );
}
