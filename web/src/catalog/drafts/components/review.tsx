import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { CatalogDraft, CatalogProblem } from '@portico/contract';
import { CheckCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { can } from '../../../lib/permissions.ts';
import { describeProblem } from '../../../lib/problem.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LateConfirmDialog } from '../../../ui/late-confirm-dialog.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { RadioList } from '../../../ui/radio-list.tsx';
import { type Together, useApplyPublished, useChanges, useDiscardDraft, useDraft, usePublish } from '../drafts.api.ts';
import { DifferenceList } from './difference-list.tsx';

type Keep = Together['choices'][number]['keep'];

/**
 * The changes that publishing would make, the changes of others since the draft was started, and the publish button
 * (CAT-49).
 */
export function Review() {
  const draft = useDraft();
  // Keeps a failure visible after somebody else's publication is loaded.
  const publish = usePublish();
  return (
    <QueryView query={draft} missing={<Trans>There is no draft</Trans>} skeletonClassName="h-64">
      {(loaded) => <LoadedReview key={loaded.sold} draft={loaded} publish={publish} />}
    </QueryView>
  );
}

interface LoadedReviewProps {
  draft: CatalogDraft;
  publish: ReturnType<typeof usePublish>;
}

function LoadedReview({ draft, publish }: LoadedReviewProps) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Keep>>(new Map());
  const choices = [...chosen].map(([place, keep]) => ({ place, keep }));
  const changes = useChanges(choices);
  if (draft.revision === 0 || (draft.changed === 0 && !draft.theirs)) return <NothingToPublish draft={draft} />;
  const isChosen = (draft.theirs?.conflicts ?? []).every(({ place }) => chosen.has(place));
  const together = { revision: draft.revision, sold: draft.sold, choices };
  // Until the changes are loaded, the draft's problems are shown.
  const problems = changes.data?.problems ?? draft.problems;
  return (
    <div className="flex flex-col gap-4">
      {draft.publication?.failure && <Alert tone="warning">{draft.publication.failure}</Alert>}
      {problems.length > 0 && <Problems problems={problems} />}
      {draft.theirs && (
        <Theirs theirs={draft.theirs} choices={chosen} onChoose={setChosen}>
          {can('operator.manageCatalog') && <ApplyPublished together={together} isDisabled={!isChosen} />}
        </Theirs>
      )}
      <QueryView query={changes} missing={null} skeletonClassName="h-64">
        {({ differences, total, leaving, ...numbers }) => (
          <Card>
            <CardHeader
              title={<Trans>What changes</Trans>}
              description={<Summary {...numbers} total={total} />}
              className="sm:px-6"
            />
            {leaving.length > 0 && <Leaving leaving={leaving} />}
            <div className="border-t border-line">
              <DifferenceList differences={differences} total={total} />
            </div>
          </Card>
        )}
      </QueryView>
      {can('operator.manageCatalog') && (
        <ReviewButtons
          draft={draft}
          publish={publish}
          together={together}
          isChosen={isChosen}
          isWrong={problems.length > 0}
        />
      )}
    </div>
  );
}

interface ReviewButtonsProps extends LoadedReviewProps {
  together: Together;
  isChosen: boolean;
  isWrong: boolean;
}

function ReviewButtons({ draft, publish, together, isChosen, isWrong }: ReviewButtonsProps) {
  const isUnderWay = draft.publication !== null && draft.publication.failure === null;
  return (
    <>
      {publish.error && <Alert tone="bad">{describeProblem(publish.error)}</Alert>}
      <div className="flex flex-wrap items-center justify-end gap-2">
        {!isChosen && (
          <span className="mr-auto text-sm text-muted">
            <Trans>Choose what to keep where both changed the same value.</Trans>
          </span>
        )}
        <DiscardButton isDisabled={publish.isPending || isUnderWay} />
        <Button
          variant="primary"
          pending={publish.isPending}
          disabled={!isChosen || isWrong || isUnderWay}
          onClick={() => publish.mutate(together)}
        >
          <Trans>Publish</Trans>
        </Button>
      </div>
    </>
  );
}

/** Applies the published changes of others to the draft, so that both can be corrected together. */
function ApplyPublished({ together, isDisabled }: { together: Together; isDisabled: boolean }) {
  const take = useApplyPublished();
  return (
    <div className="flex flex-wrap items-center justify-end gap-3 border-t border-line px-5 py-3 sm:px-6">
      {take.error && (
        <Alert tone="bad" className="basis-full">
          {describeProblem(take.error)}
        </Alert>
      )}
      <span className="mr-auto text-sm text-muted">
        <Trans>To combine both, choose theirs first.</Trans>
      </span>
      <Button size="sm" pending={take.isPending} disabled={isDisabled} onClick={() => take.mutate(together)}>
        <Trans>Take theirs into my draft</Trans>
      </Button>
    </div>
  );
}

/** Plans that are removed while accounts have them. */
function Leaving({ leaving }: { leaving: readonly { id: string; name: string; accounts: number }[] }) {
  return (
    <div className="border-t border-line px-5 py-4 sm:px-6">
      <p className="mb-2 text-sm text-muted">
        <Trans>These are removed from the catalog. Customers who have them keep them at their price.</Trans>
      </p>
      <ul className="flex flex-col gap-1">
        {leaving.map(({ id, name, accounts }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-3">
            <span className="min-w-0 break-words">{name}</span>
            <span className="text-sm text-muted">
              <Plural value={accounts} one="# customer has it" other="# customers have it" />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function NothingToPublish({ draft }: { draft: CatalogDraft }) {
  return (
    <Card>
      <EmptyState
        icon={CheckCheck}
        title={<Trans>There is nothing to publish</Trans>}
        description={<Trans>Customers see everything that you see: version {draft.sold}.</Trans>}
      />
    </Card>
  );
}

interface SummaryProps {
  amended: number;
  subscriptions: number;
  retired: number;
  total: number;
}

/** A summary such as '2 prices amended, 14 subscriptions keep theirs'. */
function Summary({ amended, subscriptions, retired, total }: SummaryProps) {
  return (
    <>
      {amended > 0 ? (
        <>
          <Plural value={amended} one="# price amended" other="# prices amended" />,{' '}
          <Plural
            value={subscriptions}
            _0="no subscription has it"
            one="# subscription keeps its own"
            other="# subscriptions keep theirs"
          />
        </>
      ) : (
        <Plural value={total} one="# value changed, no price amended" other="# values changed, no price amended" />
      )}
      {retired > 0 && (
        <>
          {' · '}
          <Plural value={retired} one="# entry retired" other="# entries retired" />
        </>
      )}
    </>
  );
}

function Problems({ problems }: { problems: readonly CatalogProblem[] }) {
  return (
    <Card>
      <CardHeader
        title={<Trans>What is wrong</Trans>}
        description={<Trans>Nothing is published until it is fixed.</Trans>}
        className="sm:px-6"
      />
      <ul className="divide-y divide-line border-t border-line">
        {problems.map(({ place, title, message }) => (
          <li key={place} className="px-5 py-3 sm:px-6">
            <p className="break-words text-muted" title={place}>
              {title}
            </p>
            <p className="text-bad">{message}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface TheirsProps {
  theirs: NonNullable<CatalogDraft['theirs']>;
  choices: ReadonlyMap<string, Keep>;
  onChoose: (choices: ReadonlyMap<string, Keep>) => void;
  /** The buttons that act on the others' changes. */
  children: ReactNode;
}

/**
 * Changes that others published since the draft was started. The draft keeps them; only conflicting values need a
 * choice.
 */
function Theirs({ theirs: { by, publishedAt, differences, conflicts }, choices, onChoose, children }: TheirsProps) {
  const { t } = useLingui();
  const { date } = useFormat();
  const when = date(publishedAt, 'dateTime');
  const nothing = t`nothing`;
  return (
    <Card>
      <CardHeader
        title={
          by ? <Trans>Published by {by} in the meantime</Trans> : <Trans>Published from a file in the meantime</Trans>
        }
        description={<Trans>{when}. Your draft is added to it: nothing of either is lost.</Trans>}
        className="sm:px-6"
      />
      {conflicts.length > 0 && (
        <div className="flex flex-col gap-5 border-t border-line px-5 py-4 sm:px-6">
          {conflicts.map(({ place, title, mine, theirs }) => (
            <div key={place} className="flex min-w-0 flex-col gap-2">
              {/* The list's accessible name has the same text. */}
              <span aria-hidden="true" className="break-words text-muted" title={place}>
                {title}
              </span>
              <RadioList
                label={title}
                value={choices.get(place) ?? ''}
                onChange={(keep) => onChoose(new Map([...choices, [place, keep as Keep]]))}
                options={[
                  { value: 'mine', label: mine ?? nothing, description: t`Yours` },
                  { value: 'theirs', label: theirs ?? nothing, description: t`Theirs, as customers see it now` },
                ]}
              />
            </div>
          ))}
        </div>
      )}
      <div className="border-t border-line">
        <DifferenceList differences={differences} total={differences.length} />
      </div>
      {children}
    </Card>
  );
}

function DiscardButton({ isDisabled }: { isDisabled: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const discard = useDiscardDraft();
  return (
    <>
      <Button disabled={isDisabled} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <Trans>Discard draft</Trans>
      </Button>
      <LateConfirmDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={<Trans>Discard your draft?</Trans>}
        description={<Trans>What you changed and did not publish is lost. What customers see stays as it is.</Trans>}
        confirmLabel={<Trans>Discard draft</Trans>}
        isPending={discard.isPending}
        error={discard.error}
        onConfirm={() => discard.mutate(undefined, { onSuccess: () => setIsOpen(false) })}
      />
    </>
  );
}
