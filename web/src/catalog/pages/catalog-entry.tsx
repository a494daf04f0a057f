import { Trans, useLingui } from '@lingui/react/macro';
import type { CatalogList, Locale } from '@portico/contract';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type ComponentProps, Suspense, useState } from 'react';
import { paths } from '../../app/paths.ts';
import { CouponLinks } from '../../billing/coupons/components/coupon-links.tsx';
import { Redemptions } from '../../billing/coupons/components/redemptions.tsx';
import { usePreload } from '../../lib/lazy.tsx';
import { useLocale } from '../../lib/locale.ts';
import { useNamePage } from '../../lib/page-subject.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { ButtonLink } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { LoadingCard, QueryView } from '../../ui/query-view.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Plans } from '../components/plans.tsx';
import { DraftNotice } from '../drafts/components/draft-notice.tsx';
import { EntryForm } from '../drafts/components/entry-form-lazy.ts';
import { PriceHistory } from '../drafts/components/price-history.tsx';
import { KeepEntryButton, RemoveEntryButton } from '../drafts/components/remove-entry.tsx';
import { useEntry, useFields, useNewEntry, usePreview } from '../drafts/drafts.api.ts';

const isList = (list: string): list is CatalogList => list === 'products' || list === 'coupons';

/** The fields of an entry. The form's code loads in parallel. */
function useEditor(list: CatalogList) {
  usePreload(EntryForm);
  return useFields(list);
}

/** Adds a product or coupon to the draft, and opens it. */
export function NewCatalogEntryPage() {
  const { list: given } = useParams({ from: '/Operator/Catalog/New/$list' });
  const list: CatalogList = isList(given) ? given : 'products';
  const navigate = useNavigate();
  const fields = useEditor(list);
  const query = useNewEntry(list);
  return (
    <>
      <PageHeader
        title={list === 'products' ? <Trans>New product</Trans> : <Trans>New coupon</Trans>}
        description={
          <Trans>It is in your draft first. IDs and codes cannot be changed later: subscriptions refer to them.</Trans>
        }
      />
      <QueryView query={query} missing={null} skeletonClassName="h-96">
        {(loaded) => (
          <Editor
            fields={fields}
            list={list}
            id=""
            entry={{ ...loaded, value: emptyEntry(list), problems: [], holders: { plans: [] } }}
            onSaved={(id) => void navigate({ to: paths.catalogEntry, params: { list, id }, ignoreBlocker: true })}
          />
        )}
      </QueryView>
    </>
  );
}

/** A product without plans cannot require a subscription. */
const emptyEntry = (list: CatalogList) => (list === 'products' ? { subscriptionIsRequired: false } : {});

interface EditorProps extends Pick<ComponentProps<typeof EntryForm>, 'list' | 'id' | 'entry' | 'isShown' | 'onSaved'> {
  fields: ReturnType<typeof useFields>;
}

/** The form of an entry, once its fields are loaded. */
function Editor({ fields, ...entry }: EditorProps) {
  return (
    <QueryView query={fields} missing={null} skeletonClassName="h-96">
      {({ field, currency }) => (
        <Suspense fallback={<LoadingCard skeletonClassName="h-96" />}>
          <EntryForm key={`${entry.id} ${entry.isShown}`} field={field} currency={currency} {...entry} />
        </Suspense>
      )}
    </QueryView>
  );
}

/** One product or coupon of the draft, with all its values. */
export function CatalogEntryPage() {
  const { list: given, id } = useParams({ from: '/Operator/Catalog/Entries/$list/$id' });
  const list: CatalogList = isList(given) ? given : 'products';
  const navigate = useNavigate();
  const fields = useEditor(list);
  const query = useEntry(list, id);
  useNamePage(id);
  return (
    <>
      <PageHeader
        title={id}
        description={list === 'products' ? <Trans>Product</Trans> : <Trans>Coupon</Trans>}
        tags={query.data && <EntryTag list={list} state={query.data.state} />}
        actions={query.data && <EntryActions list={list} id={id} entry={query.data} />}
      />
      <DraftNotice className="mb-4" />
      <QueryView query={query} missing={<Trans>This was not found in the catalog</Trans>} skeletonClassName="h-96">
        {(entry) => (
          <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_340px]">
            <Editor
              fields={fields}
              list={list}
              id={id}
              entry={entry}
              isShown={entry.state === 'retired'}
              onSaved={(saved) => {
                if (saved !== id)
                  void navigate({ to: paths.catalogEntry, params: { list, id: saved }, ignoreBlocker: true });
              }}
            />
            <div className="flex min-w-0 flex-col gap-4">
              {list === 'products' ? <PriceHistory prices={entry.prices} /> : <CouponCards code={id} entry={entry} />}
            </div>
            {list === 'products' && !isLeaving(entry) && (
              <div className="min-w-0 lg:col-span-full">
                <Preview id={id} />
              </div>
            )}
          </div>
        )}
      </QueryView>
    </>
  );
}

type LoadedEntry = NonNullable<ReturnType<typeof useEntry>['data']>;

/** Whether the entry is not sold, or will not be once the draft is published. */
const isLeaving = ({ state }: Pick<LoadedEntry, 'state'>) => state === 'removed' || state === 'retired';

/** A link to the product's plans, and the buttons that remove the entry from the draft or restore it. */
function EntryActions({ list, id, entry }: { list: CatalogList; id: string; entry: LoadedEntry }) {
  const navigate = useNavigate();
  const { state, holders } = entry;
  return (
    <>
      {list === 'products' && state !== 'added' && state !== 'retired' && (
        <ButtonLink to="/Products/$id/Plans" params={{ id }}>
          <Trans>Table of its plans</Trans>
        </ButtonLink>
      )}
      {isLeaving(entry) ? (
        <KeepEntryButton list={list} id={id} isRetired={state === 'retired'} />
      ) : (
        <RemoveEntryButton
          list={list}
          id={id}
          accounts={holders.accounts}
          onRemoved={() =>
            void navigate({ to: paths.catalog, search: list === 'coupons' ? { list } : {}, ignoreBlocker: true })
          }
        />
      )}
    </>
  );
}

/** The links that apply a coupon, and the accounts that used it. */
function CouponCards({ code, entry: { state, value, references } }: { code: string; entry: LoadedEntry }) {
  return (
    <>
      {state !== 'retired' && (
        <CouponLinks code={code} isPublished={state !== 'added'} products={couponProducts(value, references.product)} />
      )}
      <Redemptions code={code} />
    </>
  );
}

/** The tag of an entry that is not sold, or will not be once the draft is published. */
function EntryTag({ list, state }: { list: CatalogList; state: string }) {
  if (state === 'retired')
    return <Badge tone="neutral">{list === 'products' ? <Trans>Retired</Trans> : <Trans>Ended</Trans>}</Badge>;
  if (state !== 'removed') return null;
  return (
    <Badge tone="bad">
      {list === 'products' ? <Trans>Retired in your draft</Trans> : <Trans>Ended in your draft</Trans>}
    </Badge>
  );
}

/** The products to which a coupon applies. */
function couponProducts(value: Record<string, unknown>, all: readonly { id: string; name: string }[]) {
  const ids = value.products as readonly string[] | undefined;
  return ids ? all.filter(({ id }) => ids.includes(id)) : all;
}

/** The plans as new customers would see them once the draft is published, in either language. */
function Preview({ id }: { id: string }) {
  const { t } = useLingui();
  const reader = useLocale();
  const [language, setLanguage] = useState<Locale>(reader);
  const [isWanted, setIsWanted] = useState(false);
  const preview = usePreview(id, language, isWanted);
  return (
    <Card>
      <CardHeader
        title={<Trans>Preview</Trans>}
        description={<Trans>The plans as new customers would see them, as the draft is saved</Trans>}
        className="sm:px-6"
        action={
          isWanted ? (
            <SegmentedControl
              label={t`Language of the preview`}
              value={language}
              onChange={setLanguage}
              options={[
                { value: 'en', label: t`English` },
                { value: 'fr', label: t`French` },
              ]}
            />
          ) : (
            <Button onClick={() => setIsWanted(true)}>
              <Trans>Show preview</Trans>
            </Button>
          )
        }
      />
      {isWanted && (
        <div lang={language} className="border-t border-line bg-canvas px-5 py-5 sm:px-6">
          <Plans plans={preview} onChoose={() => {}} warmUp={noWarmUp} isUnsettled={false} isPreview />
        </div>
      )}
    </Card>
  );
}

const noWarmUp = { onPointerEnter: () => {}, onFocus: () => {} };
