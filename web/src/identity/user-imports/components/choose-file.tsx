import { Trans, useLingui } from '@lingui/react/macro';
import type { ImportColumn } from '@portico/contract';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { buttonClasses } from '../../../ui/button.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { FileButton } from '../../../ui/file-button.tsx';

interface ChooseFileProps {
  isAgain: boolean;
  isLocked: boolean;
  onChoose: (file: File) => Promise<void>;
}

/** The choice of a file, with its required format. */
export function ChooseFile({ isAgain, isLocked, onChoose }: ChooseFileProps) {
  const { t } = useLingui();
  const hint = useId();
  return (
    <Card>
      <CardHeader
        title={<Trans>CSV file</Trans>}
        description={
          <span id={hint}>
            <Trans>Up to 5,000 users and 2 MB, in UTF-8. Cells are separated by commas or semicolons.</Trans>
          </span>
        }
        action={
          <span className="flex flex-wrap gap-2">
            <a href="/api/UserImports/Template" download className={buttonClasses({ variant: 'secondary' })}>
              <Download aria-hidden="true" />
              <Trans>Template</Trans>
            </a>
            <FileButton
              control={{ 'aria-label': t`CSV file` }}
              accept=".csv,text/csv"
              variant={isAgain ? 'secondary' : 'primary'}
              locked={isLocked}
              aria-describedby={hint}
              onChoose={onChoose}
            >
              {isAgain ? <Trans>Choose another file</Trans> : <Trans>Choose a file</Trans>}
            </FileButton>
          </span>
        }
      />
      <Columns />
    </Card>
  );
}

function Columns() {
  const { t } = useLingui();
  const columns: Record<ImportColumn, ReactNode> = {
    login: <Trans>What the user signs in with. It must be unique.</Trans>,
    email: <Trans>The user’s email address. It must be unique.</Trans>,
    firstName: <Trans>First name</Trans>,
    lastName: <Trans>Last name</Trans>,
    phone: <Trans>Phone number</Trans>,
    comments: <Trans>Comments for the account’s admins</Trans>,
    admin: <Trans>Whether the user is an admin: yes or no</Trans>,
    readOnly: <Trans>Whether the user is read-only: yes or no</Trans>,
    active: <Trans>Whether the user can sign in: yes or no. Empty for yes.</Trans>,
    expDate: <Trans>The last day of access, such as 2030-12-31. Empty for no end.</Trans>,
  };
  const required: readonly string[] = ['login', 'email', 'firstName'] satisfies ImportColumn[];
  return (
    <dl aria-label={t`Columns`} className="border-t border-line px-5 py-2">
      {Object.entries(columns).map(([name, meaning]) => (
        <div key={name} className="grid gap-x-4 gap-y-0.5 py-2 sm:grid-cols-[200px_1fr]">
          <dt className="flex items-center gap-2">
            <code>{name}</code>
            {required.includes(name) && (
              <Badge tone="accent">
                <Trans>Required</Trans>
              </Badge>
            )}
          </dt>
          <dd className="text-muted">{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
