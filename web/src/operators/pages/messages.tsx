import { Trans } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { textFilterNavigation } from '../../app/text-filter-navigation.ts';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { MessageTable } from '../mail/components/message-table.tsx';

/** For operators: the messages that the portal sent, and their outcome. */
export function MessagesPage() {
  const search = useSearch({ from: '/Operator/Messages' });
  const navigate = useNavigate({ from: '/Operator/Messages' });
  return (
    <>
      <PageHeader description={<Trans>Mail and text messages to all accounts, the newest first</Trans>} />
      <Card className="overflow-hidden">
        <MessageTable
          source="operator"
          search={search}
          onSearchChange={(change) =>
            void navigate({ search: { ...search, ...change }, ...textFilterNavigation(change) })
          }
        />
      </Card>
    </>
  );
}

/** The demonstration's outbox with codes and links, which visitors see too. */
export function OutboxPage() {
  const search = useSearch({ from: '/dev/outbox' });
  const navigate = useNavigate({ from: '/dev/outbox' });
  return (
    <>
      <PageHeader
        description={
          <Trans>
            This demo sends no mail. What people would find in their mailbox is here, with its codes and links.
          </Trans>
        }
      />
      <Card className="overflow-hidden">
        <MessageTable
          source="outbox"
          search={search}
          onSearchChange={(change) =>
            void navigate({ search: { ...search, ...change }, ...textFilterNavigation(change) })
          }
        />
      </Card>
    </>
  );
}
