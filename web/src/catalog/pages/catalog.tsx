import { Trans, useLingui } from '@lingui/react/macro';
import type { CatalogList } from '@portico/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { History, Plus } from 'lucide-react';
import { paths } from '../../app/paths.ts';
import { textFilterNavigation } from '../../app/text-filter-navigation.ts';
import { can } from '../../lib/permissions.ts';
import { Card } from '../../ui/card.tsx';
import { ButtonLink, TextLink } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { DraftNotice } from '../drafts/components/draft-notice.tsx';
import { type EntrySearch, EntryTable } from '../drafts/components/entry-table.tsx';
import { StripeDifferences } from '../drafts/components/stripe-differences.tsx';

/** For operators: everything that is sold, and the changes of their draft (CAT-48). */
export function CatalogPage() {
  const search = useSearch({ from: '/Operator/Catalog' });
  const navigate = useNavigate({ from: '/Operator/Catalog' });
  const list: CatalogList = search.list ?? 'products';
  return (
    <>
      <PageHeader
        description={
          <>
            <Trans>What customers can buy. You change a draft; they see it once you publish it.</Trans>{' '}
            <TextLink to={paths.companies}>
              <Trans>Brands have pages of their own.</Trans>
            </TextLink>
          </>
        }
        actions={
          <>
            <ButtonLink to={paths.catalogVersions}>
              <History aria-hidden="true" />
              <Trans>Versions</Trans>
            </ButtonLink>
            {can('operator.manageCatalog') && (
              <ButtonLink to={paths.newCatalogEntry} params={{ list }} variant="primary">
                <Plus aria-hidden="true" />
                {list === 'products' ? <Trans>Add product</Trans> : <Trans>Add coupon</Trans>}
              </ButtonLink>
            )}
          </>
        }
      />
      <StripeDifferences className="mb-4" />
      <DraftNotice className="mb-4" />
      <ListChoice search={search} onChange={(change) => void navigate({ search: { ...search, ...change } })} />
      <Card className="overflow-hidden">
        <EntryTable
          key={`${list} ${search.show}`}
          list={list}
          search={search}
          onSearchChange={(change) =>
            void navigate({ search: { ...search, ...change }, ...textFilterNavigation(change) })
          }
        />
      </Card>
    </>
  );
}

type CatalogSearch = EntrySearch & { list?: 'coupons' | undefined };

interface ListChoiceProps {
  search: CatalogSearch;
  onChange: (change: Partial<CatalogSearch>) => void;
}

/** Products or coupons, current or former ones. */
function ListChoice({ search, onChange }: ListChoiceProps) {
  const { t } = useLingui();
  const list: CatalogList = search.list ?? 'products';
  const choose = (change: Pick<Partial<CatalogSearch>, 'list' | 'show'>) =>
    onChange({ ...change, page: 1, textFilter: '' });
  return (
    <>
      <SegmentedControl
        label={t`What is listed`}
        value={list}
        onChange={(next) => choose({ list: next === 'coupons' ? next : undefined })}
        options={[
          { value: 'products', label: t`Products` },
          { value: 'coupons', label: t`Coupons` },
        ]}
        className="mr-3 mb-4"
      />
      <SegmentedControl
        label={t`Which of them`}
        value={search.show ?? 'sold'}
        onChange={(next) => choose({ show: next === 'retired' ? next : undefined })}
        options={[
          { value: 'sold', label: t`On sale or drafted` },
          { value: 'retired', label: list === 'products' ? t`Retired` : t`Ended` },
        ]}
        className="mb-4"
      />
    </>
  );
}
