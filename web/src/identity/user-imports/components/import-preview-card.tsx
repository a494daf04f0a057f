import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { BadLine, ImportPreview } from '@portico/contract';
import { type ReactNode, useState } from 'react';
import { formatNumber, useFormat } from '../../../lib/format.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';

interface ImportPreviewCardProps {
  fileName: string;
  preview: ImportPreview;
  isImporting: boolean;
  onImport: (invites: boolean) => void;
}

/** The effect of importing a file, or all its invalid lines. */
export function ImportPreviewCard({ fileName, preview, isImporting, onImport }: ImportPreviewCardProps) {
  const { rows, fileProblem, badLines, ignoredColumns } = preview;
  const [invites, setInvites] = useState(true);
  const names = ignoredColumns.join(', ');
  const isGood = fileProblem === null && badLines.length === 0;
  return (
    <Card>
      <CardHeader title={<span className="wrap-anywhere">{fileName}</span>} description={<Summary {...preview} />} />
      <div className="grid gap-4 border-t border-line px-5 py-4">
        {fileProblem !== null && <Alert tone="bad">{fileProblem}</Alert>}
        {ignoredColumns.length > 0 && (
          <Alert tone="warning">
            <Plural
              value={ignoredColumns.length}
              one={`This column is not imported: ${names}.`}
              other={`These columns are not imported: ${names}.`}
            />
          </Alert>
        )}
        {badLines.length > 0 && <BadLines lines={badLines} />}
        {isGood && <Sample preview={preview} />}
      </div>
      {isGood && (
        <div className="flex flex-wrap items-center justify-between gap-4 border-t border-line px-5 py-4">
          <Checkbox
            label={<Trans>Email everyone an invitation</Trans>}
            hint={<Trans>Its link works for 7 days and lets them choose a password.</Trans>}
            checked={invites}
            disabled={isImporting}
            onChange={(event) => setInvites(event.currentTarget.checked)}
          />
          <Button variant="primary" pending={isImporting} onClick={() => onImport(invites)}>
            <Plural value={rows} one="Import # user" other="Import # users" />
          </Button>
        </div>
      )}
    </Card>
  );
}

function Summary({ rows, admins, readOnly, badLines, fileProblem }: ImportPreview) {
  if (fileProblem !== null) return <Trans>Nothing can be imported.</Trans>;
  if (badLines.length > 0)
    return (
      <Plural
        value={badLines.length}
        one="# line cannot be imported. Correct it and choose the file again: all users are imported, or none."
        other="# lines cannot be imported. Correct them and choose the file again: all users are imported, or none."
      />
    );
  return (
    <>
      <Plural value={rows} one="# user can be imported." other="# users can be imported." />
      {admins > 0 && (
        <>
          {' '}
          <Plural value={admins} one="# of them is an admin." other="# of them are admins." />
        </>
      )}
      {readOnly > 0 && (
        <>
          {' '}
          <Plural value={readOnly} one="# of them is read-only." other="# of them are read-only." />
        </>
      )}
    </>
  );
}

/** Number of lines shown at first, and added with each press. */
const linesAtOnce = 50;

function BadLines({ lines }: { lines: readonly BadLine[] }) {
  const { t } = useLingui();
  const [shown, setShown] = useState(linesAtOnce);
  const remaining = lines.length - shown;
  return (
    <>
      <ul aria-label={t`Lines that cannot be imported`} className="divide-y divide-line">
        {lines.slice(0, shown).map(({ line, login, problems }) => {
          const number = formatNumber(line);
          return (
            <li key={line} className="grid gap-x-4 gap-y-1 py-2 sm:grid-cols-[96px_200px_1fr]">
              <span className="font-medium tabular-nums">
                <Trans>Line {number}</Trans>
              </span>
              <span className="wrap-anywhere text-muted">{login}</span>
              <ul className="grid gap-1">
                {problems.map(({ column, message }) => (
                  <li key={`${column} ${message}`} className="text-bad">
                    {message}
                  </li>
                ))}
              </ul>
            </li>
          );
        })}
      </ul>
      {remaining > 0 && (
        <div>
          <Button size="sm" onClick={() => setShown(shown + linesAtOnce)}>
            <Plural value={remaining} one="Show more (# line left)" other="Show more (# lines left)" />
          </Button>
        </div>
      )}
    </>
  );
}

function Sample({ preview: { rows, sample } }: { preview: ImportPreview }) {
  const { date } = useFormat();
  const others = rows - sample.length;
  return (
    <>
      <Table
        heads={[
          <Trans key="login">Login</Trans>,
          <Trans key="email">Email</Trans>,
          <Trans key="name">Name</Trans>,
          <Trans key="role">Role</Trans>,
        ]}
      >
        {sample.map(({ login, email, firstName, lastName, admin, readOnly, active, expDate }) => {
          const end = expDate && date(new Date(Date.parse(expDate) - 1));
          return (
            <tr key={login} className="border-t border-line align-top">
              <td className="py-2 pr-4 wrap-anywhere">{login}</td>
              <td className="py-2 pr-4 wrap-anywhere">{email}</td>
              <td className="py-2 pr-4 wrap-anywhere">{`${firstName} ${lastName}`.trim()}</td>
              <td className="py-2">
                <span className="inline-flex flex-wrap gap-1.5">
                  <Badge tone={admin ? 'accent' : 'neutral'}>
                    {admin ? <Trans>Admin</Trans> : <Trans>User</Trans>}
                  </Badge>
                  {readOnly && (
                    <Badge tone="neutral">
                      <Trans>Read only</Trans>
                    </Badge>
                  )}
                  {!active && (
                    <Badge tone="neutral">
                      <Trans>Inactive</Trans>
                    </Badge>
                  )}
                  {end && (
                    <Badge tone="neutral">
                      <Trans>Until {end}</Trans>
                    </Badge>
                  )}
                </span>
              </td>
            </tr>
          );
        })}
      </Table>
      {others > 0 && (
        <p className="text-muted">
          <Plural value={others} one="and # more" other="and # more" />
        </p>
      )}
    </>
  );
}

/** A plain table that scrolls on narrow screens. */
function Table({ heads, children }: { heads: readonly ReactNode[]; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <div tabIndex={0} className="scroll-edges">
      <table className="w-full min-w-[480px] text-left">
        <thead>
          <tr className="text-xs text-muted">
            {heads.map((head, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the heads never move
              <th key={index} scope="col" className="pr-4 pb-2 font-medium">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
