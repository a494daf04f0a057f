import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ImportPreview } from '@portico/contract';
import { useState } from 'react';
import { ConfirmationCanceled } from '../../../lib/confirmation.ts';
import { notify } from '../../../lib/notify.tsx';
import { ApiError, describeProblem } from '../../../lib/problem.ts';
import { Alert } from '../../../ui/alert.tsx';
import { LoadingCard } from '../../../ui/query-view.tsx';
import { type ChosenFile, maxBytes, readFile, useImport, usePreview } from '../user-imports.api.ts';
import { ChooseFile } from './choose-file.tsx';
import { ImportPreviewCard } from './import-preview-card.tsx';

/** Adds users from a file, which is chosen, checked, and imported completely or not at all, except for users of other accounts (IMP-7). */
export function UserImport({ onImported }: { onImported: () => void }) {
  const { t } = useLingui();
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [unreadable, setUnreadable] = useState<string | null>(null);
  const [notAdded, setNotAdded] = useState<readonly string[]>([]);
  const preview = usePreview();
  const importing = useImport();

  async function choose(chosen: File) {
    setUnreadable(null);
    setNotAdded([]);
    preview.reset();
    importing.reset();
    if (chosen.size > maxBytes) {
      setUnreadable(t`The file is larger than 2 MB. Import the users in several files.`);
      return;
    }
    const read = await readFile(chosen).catch(() => null);
    setFile(read);
    if (read) preview.mutate(read);
    else setUnreadable(t`The file could not be read. Choose it again.`);
  }

  async function importAll(invites: boolean) {
    if (!file) return;
    try {
      const { imported, invited, notAdded: foreign } = await importing.mutateAsync({ file, invites });
      notify.success(describeImport(imported, invited > 0));
      if (foreign.length === 0) return onImported();
      setNotAdded(foreign);
      setFile(null);
      preview.reset();
    } catch (error) {
      // A name was taken after the check of the file, so the file is checked again.
      if (error instanceof ApiError && error.code === 'file') preview.mutate(file);
    }
  }

  const problem = unreadable ?? describeFileProblem(preview.error) ?? describeFileProblem(importing.error);
  return (
    <div className="grid gap-4">
      {problem && <Alert tone="bad">{problem}</Alert>}
      {notAdded.length > 0 && <NotAdded addresses={notAdded} />}
      {preview.isPending && <LoadingCard />}
      {preview.data && file && (
        <ImportPreviewCard
          key={preview.submittedAt}
          fileName={file.name}
          preview={preview.data satisfies ImportPreview}
          isImporting={importing.isPending}
          onImport={(invites) => void importAll(invites)}
        />
      )}
      <ChooseFile isAgain={file !== null} isLocked={preview.isPending || importing.isPending} onChoose={choose} />
      <p aria-live="polite" className="sr-only">
        {preview.isPending && <Trans>Checking the file</Trans>}
      </p>
    </div>
  );
}

function describeImport(imported: number, areInvited: boolean): string {
  return areInvited
    ? plural(imported, {
        one: '# user was imported, and invited by mail if active',
        other: '# users were imported, and the active ones were invited by mail',
      })
    : plural(imported, { one: '# user was imported', other: '# users were imported' });
}

function NotAdded({ addresses }: { addresses: readonly string[] }) {
  const listed = addresses.join(', ');
  return (
    <Alert tone="warning">
      <span className="wrap-anywhere">
        <Plural
          value={addresses.length}
          one={`This address could not be added: ${listed}. We wrote to its owner. All other users were imported.`}
          other={`These addresses could not be added: ${listed}. We wrote to their owners. All other users were imported.`}
        />
      </span>
    </Alert>
  );
}

function describeFileProblem(error: unknown): string | null {
  return error && !(error instanceof ConfirmationCanceled) ? describeProblem(error) : null;
}
