import { Trans, useLingui } from '@lingui/react/macro';
import type { MessageWithContent } from '@portico/contract';
import { useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { can } from '../../../lib/permissions.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { SkeletonText } from '../../../ui/skeleton.tsx';
import { htmlAddress, type MessageSource, useMessage, useSendAgain } from '../mail.api.ts';
import { MessageState, StateReason } from './message-state.tsx';

interface MessageDialogProps {
  source: MessageSource;
  id: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** One message with recipient, outcome, and content if it may be seen. */
export function MessageDialog({ source, id, open, onOpenChange }: MessageDialogProps) {
  const query = useMessage(source, id);
  const message = query.data;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="xl"
      title={message ? (message.subject ?? message.label) : <Trans>Message</Trans>}
      footer={source === 'operator' && message && <SendAgain message={message} onSent={() => onOpenChange(false)} />}
    >
      {query.error && !message ? (
        <ErrorState
          error={query.error}
          title={<Trans>The message could not be loaded</Trans>}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : (
        <div aria-busy={query.isPending} className="flex min-h-48 flex-col gap-5">
          {message ? (
            <>
              <Facts message={message} />
              <Words source={source} message={message} />
            </>
          ) : (
            <SkeletonText lines={14} />
          )}
        </div>
      )}
    </Dialog>
  );
}

function SendAgain({ message, onSent }: { message: MessageWithContent; onSent: () => void }) {
  const sendAgain = useSendAgain();
  if (!message.canBeSentAgain || !can('operator.sendMail')) return null;
  return (
    <Button
      variant="primary"
      pending={sendAgain.isPending}
      onClick={() => sendAgain.mutate(message.id, { onSuccess: onSent })}
    >
      <Trans>Send again</Trans>
    </Button>
  );
}

function Facts({ message }: { message: MessageWithContent }) {
  const { t } = useLingui();
  const { date } = useFormat();
  const { recipient, recipientName, replyTo, account, queuedAt, endedAt, repeatsId, locale, attachment } = message;
  const facts = [
    [t`To`, recipientName ? `${recipientName} <${recipient}>` : recipient],
    [t`Replies go to`, replyTo],
    [t`Account`, account?.name],
    [t`Language`, locale === 'fr' ? t`French` : t`English`],
    [t`Attachment`, attachment],
    [t`Queued`, date(queuedAt, 'dateTime')],
    [t`Ended`, endedAt && date(endedAt, 'dateTime')],
    [t`Repeats`, repeatsId && t`Message ${repeatsId}`],
  ] as const;
  return (
    <dl className="grid grid-cols-1 gap-x-8 gap-y-2 sm:grid-cols-2">
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name} className="flex min-w-0 gap-3">
              <dt className="w-28 shrink-0 text-muted">{name}</dt>
              <dd className="min-w-0 break-words">{value}</dd>
            </div>
          ),
      )}
      <div className="flex min-w-0 gap-3 sm:col-span-2">
        <dt className="w-28 shrink-0 text-muted">
          <Trans>Status</Trans>
        </dt>
        <dd className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <MessageState message={message} />
          <span className="min-w-0 break-words text-muted">
            <StateReason message={message} />
          </span>
        </dd>
      </div>
    </dl>
  );
}

function Words({ source, message }: { source: MessageSource; message: MessageWithContent }) {
  const { t } = useLingui();
  const [form, setForm] = useState<'html' | 'text'>('html');
  const { id, text, hasHtml } = message;
  if (text === null) {
    return (
      <Alert tone="info">
        {source === 'operator' ? (
          <Trans>
            The text of this message cannot be shown: it has a code or a link that only its recipient may see, or it was
            removed.
          </Trans>
        ) : (
          <Trans>The text of this message was removed, because its code or link was used or has expired.</Trans>
        )}
      </Alert>
    );
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      {hasHtml && (
        <SegmentedControl
          className="self-start"
          label={t`Form of the message`}
          value={form}
          onChange={setForm}
          options={[
            { value: 'html', label: t`As a mail` },
            { value: 'text', label: t`As text` },
          ]}
        />
      )}
      {hasHtml && form === 'html' ? (
        <iframe
          title={t`The mail as its recipient sees it`}
          src={htmlAddress(source, id)}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          className="h-[32rem] w-full rounded-card border border-line"
        />
      ) : (
        <PlainText text={text} />
      )}
    </div>
  );
}

/** The text version, with addresses as links. */
function PlainText({ text }: { text: string }) {
  const parts = text.split(/(https?:\/\/\S+)/);
  return (
    <pre className="overflow-x-auto rounded-card border border-line bg-canvas p-4 font-mono text-[13px] whitespace-pre-wrap break-words">
      {parts.map((part, index) =>
        index % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
          <a key={index} href={part} target="_blank" rel="noreferrer" className="text-accent-text underline">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </pre>
  );
}
