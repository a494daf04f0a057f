import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { createQueryClient } from '../../../lib/query-client.ts';
import { SetUpPasskey } from '../../passkeys/components/set-up-passkey.tsx';
import { SetUpFlow } from '../../second-factor/components/set-up-flow.tsx';
import { Confirmation } from '../profile/confirmation.tsx';

export interface SetUpProps {
  /** The user's address, as the default. */
  email: string;
  /** Called when a method is enabled and its recovery codes were seen. */
  onDone: () => void;
}

const methods = ['Authenticator', 'Email', 'Phone'] as const;

/** The profile's setup of a method, outside the application. */
export function SetUp({ email, onDone }: SetUpProps) {
  const [queryClient] = useState(createQueryClient);
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <SetUpFlow
          methods={methods}
          known={{ email, phone: '' }}
          instead={<SetUpPasskey onAdded={onDone} />}
          onDone={onDone}
        />
        {/* Signing in counts as a confirmation for ten minutes; after that, the setup asks for the password again. */}
        <Confirmation />
      </QueryClientProvider>
    </CSPProvider>
  );
}
