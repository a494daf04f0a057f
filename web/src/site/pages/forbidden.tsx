import { Trans } from '@lingui/react/macro';
import { ShieldX } from 'lucide-react';
import { MessagePage } from '../../app/message-page.tsx';
import { modelState } from '../../lib/preloaded.ts';

/** The server's errors if the page came with some, otherwise a generic text (WEB-14). */
export function ForbiddenPage() {
  const messages = Object.values(modelState().modelState).flat();
  return (
    <MessagePage icon={ShieldX} title={<Trans>You don't have permissions</Trans>}>
      {messages.length > 0 ? (
        <ul className="flex flex-col gap-1">
          {messages.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      ) : (
        <Trans>Your account or your role does not include this page. An admin of your account can change that.</Trans>
      )}
    </MessagePage>
  );
}
