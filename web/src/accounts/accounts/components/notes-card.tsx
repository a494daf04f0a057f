import { Trans, useLingui } from '@lingui/react/macro';
import type { AccountNote } from '@portico/contract';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { applyProblemToForm } from '../../../lib/form.ts';
import { useFormat } from '../../../lib/format.ts';
import { can } from '../../../lib/permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LateConfirmDialog } from '../../../ui/late-confirm-dialog.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useAddNote, useDeleteNote, useNotes } from '../accounts.api.ts';

/** The operators' notes about an account (OPR-5). */
export function NotesCard({ accountId }: { accountId: number }) {
  const [page, setPage] = useState(1);
  const query = useNotes(accountId, page);
  const { data, error, isFetching, refetch } = query;
  return (
    <Card className="overflow-hidden">
      <CardHeader title={<Trans>Notes</Trans>} description={<Trans>Only operators see them.</Trans>} />
      {can('operator.manageAccounts') && <NoteForm accountId={accountId} onAdded={() => setPage(1)} />}
      {data ? (
        <ul className="divide-y divide-line border-t border-line empty:hidden">
          {data.items.map((note) => (
            <Note key={note.id} accountId={accountId} note={note} />
          ))}
        </ul>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <div className="border-t border-line p-5">
          <Skeleton className="h-12" />
        </div>
      )}
      {data && data.totalPages > 1 && (
        <div className="flex justify-between gap-2 border-t border-line px-5 py-3">
          <Button size="sm" disabled={page <= 1} onClick={() => setPage(page - 1)}>
            <Trans>Newer</Trans>
          </Button>
          <Button size="sm" disabled={page >= data.totalPages} onClick={() => setPage(page + 1)}>
            <Trans>Older</Trans>
          </Button>
        </div>
      )}
    </Card>
  );
}

function NoteForm({ accountId, onAdded }: { accountId: number; onAdded: () => void }) {
  const { t } = useLingui();
  const add = useAddNote(accountId);
  const form = useForm<{ text: string }>({ defaultValues: { text: '' } });
  const labels = { text: t`Note` };
  const submit = form.handleSubmit(async ({ text }) => {
    try {
      await add.mutateAsync(text);
      form.reset();
      onAdded();
    } catch (error) {
      applyProblemToForm(error, form, labels);
    }
  });
  return (
    <form
      noValidate
      className="flex flex-col items-start gap-3 border-t border-line px-5 py-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!add.isPending) void submit(event);
      }}
    >
      <FormField form={form} labels={labels} name="text" type="multiline" required className="w-full" />
      <Button type="submit" size="sm" pending={add.isPending}>
        <Trans>Add note</Trans>
      </Button>
    </form>
  );
}

function Note({ accountId, note: { id, text, at, by, isOwn } }: { accountId: number; note: AccountNote }) {
  const { t } = useLingui();
  const { date } = useFormat();
  const [isOpen, setIsOpen] = useState(false);
  const remove = useDeleteNote(accountId);
  return (
    <li className="flex items-start justify-between gap-3 px-5 py-3">
      <div className="min-w-0">
        <p className="break-words whitespace-pre-line">{text}</p>
        <p className="mt-0.5 text-sm text-muted">{[by, date(at, 'dateTime')].filter(Boolean).join(' · ')}</p>
      </div>
      {isOwn && can('operator.manageAccounts') && (
        <>
          <IconButton label={t`Delete note`} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
            <Trash2 aria-hidden="true" />
          </IconButton>
          <LateConfirmDialog
            open={isOpen}
            onOpenChange={setIsOpen}
            title={<Trans>Delete this note?</Trans>}
            description={text}
            confirmLabel={<Trans>Delete note</Trans>}
            isPending={remove.isPending}
            error={remove.error}
            onConfirm={() => remove.mutate(id)}
          />
        </>
      )}
    </li>
  );
}
