import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { CatalogDraft } from '@portico/contract';
import { CheckCheck } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '../../../../lib/format.ts';
import { can } from '../../../../lib/permissions.ts';
import { describeProblem } from '../../../../lib/problem.ts';
import { Alert } from '../../../../ui/alert.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Card, CardHeader } from '../../../../ui/card.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { LateConfirmDialog } from '../../../../ui/late-confirm-dialog.tsx';
import { QueryView } from '../../../../ui/query-view.tsx';
import { RadioList } from '../../../../ui/radio-list.tsx';
import { useChanges, useDiscardDraft, useDraft, usePublish } from '../api/drafts.ts';
import { DifferenceList } from './difference-list.tsx';

type Keep = 'mine' | 'theirs';

/** What publishing would change, what others published meanwhile, and the button that publishes (CAT-49). */
export function Review() {
  const draft = useDraft();
  return (
    <QueryView query={draft} missing={<Trans>There is no draft</Trans>} skeletonClassName="h-64">
      {(loaded) => <LoadedReview key={loaded.sold} draft={loaded} />}
    </QueryView>
  );
}

function LoadedReview({ draft }: { draft: CatalogDraft }) {
  const changes = useChanges();
  const publish = usePublish();
  const [choices, setChoices] = useState<ReadonlyMap<string, Keep>>(new Map());
  if (draft.revision === 0 || (draft.changed === 0 && !draft.theirs)) return <NothingToPublish draft={draft} />;
  const conflicts = draft.theirs?.conflicts ?? [];
  const isChosen = conflicts.every(({ place }) => choices.has(place));
  const isUnderWay = draft.publication !== null && draft.publication.failure === null;
  return (
    <div className="flex flex-col gap-4">
      {draft.publication?.failure && <Alert tone="warning">{draft.publication.failure}</Alert>}
      {draft.problems.length > 0 && <Problems draft={draft} />}
      {draft.theirs && <Theirs theirs={draft.theirs} choices={choices} onChoose={setChoices} />}
      <QueryView query={changes} missing={null} skeletonClassName="h-64">
        {({ differences, total, amended, subscriptions, retired }) => (
          <Card>
            <CardHeader
              title={<Trans>What changes</Trans>}
              description={<Summary amended={amended} subscriptions={subscriptions} retired={retired} total={total} />}
              className="sm:px-6"
            />
            <div className="border-t border-line">
              <DifferenceList differences={differences} total={total} />
            </div>
          </Card>
        )}
      </QueryView>
      {publish.error && <Alert tone="bad">{describeProblem(publish.error)}</Alert>}
      {can('operator.manageCatalog') && (
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
            disabled={!isChosen || draft.problems.length > 0 || isUnderWay}
            onClick={() =>
              publish.mutate({
                revision: draft.revision,
                choices: [...choices].map(([place, keep]) => ({ place, keep })),
              })
            }
          >
            <Trans>Publish</Trans>
          </Button>
        </div>
      )}
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

/** '2 prices amended, 14 subscriptions keep theirs' */
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

function Problems({ draft: { problems } }: { draft: CatalogDraft }) {
  return (
    <Card>
      <CardHeader
        title={<Trans>What is wrong</Trans>}
        description={<Trans>Nothing is published until it is mended.</Trans>}
        className="sm:px-6"
      />
      <ul className="divide-y divide-line border-t border-line">
        {problems.map(({ place, message }) => (
          <li key={place} className="px-5 py-3 sm:px-6">
            <code className="text-sm break-all text-muted">{place}</code>
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
}

/** What somebody else published since the draft began. It stays; only where both changed a value somebody has to choose. */
function Theirs({ theirs: { by, publishedAt, differences, conflicts }, choices, onChoose }: TheirsProps) {
  const { t } = useLingui();
  const { date } = useFormat();
  const when = date(publishedAt, 'dateTime');
  const nothing = t`nothing`;
  return (
    <Card>
      <CardHeader
        title={by ? <Trans>Published by {by} meanwhile</Trans> : <Trans>Published from a file meanwhile</Trans>}
        description={<Trans>{when}. Your draft is added to it: nothing of either is lost.</Trans>}
        className="sm:px-6"
      />
      {conflicts.length > 0 && (
        <div className="flex flex-col gap-5 border-t border-line px-5 py-4 sm:px-6">
          {conflicts.map(({ place, mine, theirs }) => (
            <RadioList
              key={place}
              label={place}
              value={choices.get(place) ?? ''}
              onChange={(keep) => onChoose(new Map([...choices, [place, keep as Keep]]))}
              options={[
                { value: 'mine', label: mine ?? nothing, description: t`Yours` },
                { value: 'theirs', label: theirs ?? nothing, description: t`Theirs, as customers see it now` },
              ]}
            />
          ))}
        </div>
      )}
      <div className="border-t border-line">
        <DifferenceList differences={differences} total={differences.length} />
      </div>
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
