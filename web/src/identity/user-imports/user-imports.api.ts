import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiUpload } from '../../lib/api.ts';
import { withConfirmation } from '../../lib/confirmation.ts';

/** Maximum size of a file that the server accepts, in bytes. */
export const maxBytes = 2 * 1024 * 1024;

/** A chosen file. Its bytes are kept, so that the checked content is imported. */
export interface ChosenFile {
  readonly name: string;
  readonly content: Blob;
}

/**
 * The file with its bytes in memory.
 * @throws DOMException if it cannot be read
 */
export async function readFile(file: File): Promise<ChosenFile> {
  return { name: file.name, content: new Blob([await file.arrayBuffer()], { type: 'text/csv' }) };
}

/** Checks a file without changing anything. The page shows failures. */
export function usePreview() {
  return useMutation({
    mutationFn: ({ content }: ChosenFile) => apiUpload('POST /api/UserImports/Preview', content),
    meta: { showsErrors: true },
  });
}

/** Adds the users of a file, all or none. The page shows failures. */
export function useImport() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ file, invites }: { file: ChosenFile; invites: boolean }) =>
      withConfirmation(() => apiUpload('POST /api/UserImports', file.content, { invite: invites ? 'true' : 'false' })),
    meta: { showsErrors: true },
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['users'] }),
        queryClient.invalidateQueries({ queryKey: ['invitations'] }),
      ]),
  });
}
