import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { LegalName, LegalVersion } from '@portico/contract';
import { useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { can } from '../../../lib/permissions.ts';
import { useDayText } from '../../../lib/use-day-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { LateConfirmDialog } from '../../../ui/late-confirm-dialog.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { useLegalTexts, useSendNotice } from '../legal.api.ts';

const addresses = {
  terms: '/terms',
  privacy: '/privacy',
  'subscription-terms': '/terms-of-subscription',
} as const satisfies Record<LegalName, string>;

/** The legal texts with the notices of their current versions (LEG-6). */
export function LegalTextsCard() {
  const query = useLegalTexts();
  return (
    <QueryView query={query} missing={<Trans>This was not found</Trans>} skeletonClassName="h-64">
      {({ items, accounts }) => (
        <Card>
          <ul className="divide-y divide-line">
            {items.map((text) => (
              <li
                key={text.name}
                className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-4 sm:px-6"
              >
                <LegalTextState text={text} />
                {!text.notice && can('operator.sendLegalNotice') && <SendNotice text={text} accounts={accounts} />}
              </li>
            ))}
          </ul>
        </Card>
      )}
    </QueryView>
  );
}

function LegalTextState({ text: { name, title, notice, ...text } }: { text: LegalVersion }) {
  const dayText = useDayText();
  const updated = text.updated && dayText(text.updated);
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
        <TextLink to={addresses[name]}>{title}</TextLink>
        {notice &&
          (notice.isFinished ? (
            <Badge tone="ok">
              <Trans>Notice sent</Trans>
            </Badge>
          ) : (
            <Badge tone="neutral">
              <Trans>Being sent</Trans>
            </Badge>
          ))}
      </p>
      <p className="mt-0.5 text-muted">
        {updated ? <Trans>Last updated {updated}</Trans> : <Trans>Without a date</Trans>}
      </p>
      {notice && <NoticeText notice={notice} />}
    </div>
  );
}

function NoticeText({ notice: { by, sentAt, accounts } }: { notice: NonNullable<LegalVersion['notice']> }) {
  const { date } = useFormat();
  const at = date(sentAt, 'dateTime');
  return (
    <p className="mt-0.5 text-muted">
      {by ? (
        <Trans>
          {by} sent the notice on {at}.
        </Trans>
      ) : (
        <Trans>The notice was sent on {at}.</Trans>
      )}{' '}
      <Plural value={accounts} one="# owner has been mailed." other="# owners have been mailed." />
    </p>
  );
}

function SendNotice({ text, accounts }: { text: LegalVersion; accounts: number }) {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  const send = useSendNotice(text);
  const { title } = text;
  return (
    <>
      <Button
        aria-label={t`Send notice: ${title}`}
        aria-haspopup="dialog"
        disabled={accounts === 0}
        onClick={() => setIsOpen(true)}
      >
        <Trans>Send notice</Trans>
      </Button>
      <LateConfirmDialog
        open={isOpen}
        onOpenChange={(open) => {
          setIsOpen(open);
          if (!open) send.reset();
        }}
        title={<Trans>Send the notice about “{title}”?</Trans>}
        description={
          <Plural
            value={accounts}
            one="The owner of # account gets a mail with a link to the text. It can be sent only once for this version."
            other="The owners of # accounts each get a mail with a link to the text. It can be sent only once for this version."
          />
        }
        confirmLabel={<Plural value={accounts} one="Mail # owner" other="Mail # owners" />}
        tone="primary"
        isPending={send.isPending}
        error={send.error}
        onConfirm={() => send.mutate(undefined, { onSuccess: () => setIsOpen(false) })}
      />
    </>
  );
}
