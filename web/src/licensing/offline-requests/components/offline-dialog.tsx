import { Trans, useLingui } from '@lingui/react/macro';
import type { AnsweredRequest } from '@portico/contract';
import { longestOfflineRequest } from '@portico/contract/browser';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Download } from 'lucide-react';
import { useId, useState } from 'react';
import { api } from '../../../lib/api.ts';
import { fieldErrors } from '../../../lib/form.ts';
import { ApiError } from '../../../lib/problem.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { FileButton } from '../../../ui/file-button.tsx';
import { RefusalAlert } from '../../../ui/refusal-alert.tsx';
import { TextInput } from '../../../ui/text-input.tsx';

interface OfflineDialogProps {
  licenseId: number;
  /** The name of the license's product. */
  product: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

type Way = 'file' | 'code';

const save = (file: string) => saveFile(new Blob([file], { type: 'application/json' }), 'License.json');

/** The request and its outcome. An error of a request appears at the file or the code. */
function useOfflineRequest(licenseId: number) {
  const { t } = useLingui();
  const [code, setCode] = useState('');
  const [way, setWay] = useState<Way>('file');
  const [problem, setProblem] = useState<string>();
  const [isAsking, setIsAsking] = useState(false);
  const answering = useAnswerRequest(licenseId);
  const { error, isPending, data: answered } = answering;
  // These messages are complete sentences, so no field name precedes them.
  const refused =
    error instanceof ApiError ? fieldErrors(error.problem, { request: 'request' }).fields.request : undefined;
  const begin = (by: Way, found?: string) => {
    answering.reset();
    setWay(by);
    setProblem(found);
  };
  const send = async (request: string) => {
    const { file } = (await answering.mutateAsync(request).catch(() => undefined)) ?? {};
    if (file) save(file);
  };
  return {
    ...{ code, setCode, error, answered },
    errorOf: (by: Way) => (by === way ? (problem ?? refused) : undefined),
    isPending: (by: Way) => isPending && by === way,
    isBusy: isPending,
    isAsking,
    setIsAsking,
    startAnew() {
      begin('file');
      setCode('');
    },
    async sendFile(file: File) {
      if (file.size > longestOfflineRequest) return begin('file', t`This file is too large for a request.`);
      begin('file');
      await send(await file.text());
    },
    async sendCode({ isOfProduct = !/^\s*PR1/i.test(code) } = {}) {
      if (code.trim() === '') return begin('code', t`Enter the short code that the product shows.`);
      begin('code');
      setIsAsking(!isOfProduct);
      if (!isOfProduct) return;
      await send(code);
    },
  };
}

/**
 * Accepts the request of a device without a network, as a file or a code, and returns the activation file (OFF-1,
 * OFF-6).
 */
export function OfflineDialog({ licenseId, product, open, onOpenChange }: OfflineDialogProps) {
  const formId = useId();
  const request = useOfflineRequest(licenseId);
  const { answered, isBusy, startAnew } = request;
  // The dialog starts over for the next device, however it was closed.
  const change = (next: boolean) => {
    if (!next) startAnew();
    onOpenChange(next);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      size="lg"
      isBusy={isBusy}
      title={<Trans>Device without a network</Trans>}
      description={<Trans>It asks by a file or a short code, and works with the file that it gets here.</Trans>}
      footer={
        answered ? (
          <>
            <Button onClick={startAnew}>
              <Trans>Another device</Trans>
            </Button>
            <Button variant="primary" onClick={() => change(false)}>
              <Trans>Done</Trans>
            </Button>
          </>
        ) : (
          <>
            <Button disabled={isBusy} onClick={() => change(false)}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" form={formId} variant="primary" pending={request.isPending('code')}>
              <Trans>Answer the short code</Trans>
            </Button>
          </>
        )
      }
    >
      {answered ? <Answer answered={answered} /> : <Ways request={request} formId={formId} />}
      <ConfirmDialog
        open={request.isAsking}
        onOpenChange={request.setIsAsking}
        title={<Trans>Is this code from {product}?</Trans>}
        description={
          <Trans>
            Codes that begin with PR1 come from earlier versions of a program and do not name their product. A file for
            another product does not work.
          </Trans>
        }
        confirmLabel={<Trans>Yes, answer it</Trans>}
        tone="primary"
        onConfirm={() => request.sendCode({ isOfProduct: true })}
      />
    </Dialog>
  );
}

function Ways({ request, formId }: { request: ReturnType<typeof useOfflineRequest>; formId: string }) {
  return (
    <div className="flex flex-col gap-5">
      <RefusalAlert error={request.error} />
      <RequestFile
        error={request.errorOf('file')}
        isPending={request.isPending('file')}
        isLocked={request.isBusy}
        onChoose={request.sendFile}
      />
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!request.isBusy) void request.sendCode();
        }}
      >
        <Field
          label={<Trans>Or the short code</Trans>}
          hint={
            <Trans>It begins with PR2, or with PD1 to deactivate a device. Spaces and lower case do not matter.</Trans>
          }
          error={request.errorOf('code')}
        >
          {(control) => (
            <TextInput
              {...control}
              value={request.code}
              onChange={(event) => request.setCode(event.target.value)}
              className="font-mono"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={200}
            />
          )}
        </Field>
      </form>
    </div>
  );
}

interface RequestFileProps {
  error: string | undefined;
  isPending: boolean;
  isLocked: boolean;
  onChoose: (file: File) => Promise<void>;
}

function RequestFile({ error, isPending, isLocked, onChoose }: RequestFileProps) {
  return (
    <Field
      label={<Trans>Request file</Trans>}
      hint={<Trans>The product writes Portico-Request.json on the device: to activate it or to deactivate it.</Trans>}
      error={error}
    >
      {(control) => (
        <div>
          <FileButton
            control={control}
            accept=".json,application/json"
            pending={isPending}
            locked={isLocked && !isPending}
            onChoose={onChoose}
          >
            <Trans>Choose the file</Trans>
          </FileButton>
        </div>
      )}
    </Field>
  );
}

function Answer({ answered: { status, deviceName: name, hardwareId, file } }: { answered: AnsweredRequest }) {
  return (
    <div role="status" className="flex flex-col gap-4">
      <p className="flex items-start gap-2.5">
        <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ok" />
        <span className="min-w-0 wrap-anywhere">
          {status === 'released' && (
            <Trans>
              <b>{name} was released.</b> It proved that it gave its activation up, and its seat is free.
            </Trans>
          )}
          {status === 'activated' && (
            <Trans>
              <b>{name} has a seat.</b> Carry the activation file to it, and open it in the product.
            </Trans>
          )}
          {status === 'already' && (
            <Trans>
              <b>{name} had its seat already.</b> Its activation file is here again.
            </Trans>
          )}
          {status === 'recognized' && (
            <Trans>
              <b>{name} was recognized by its parts.</b> It keeps its seat under its new hardware ID.
            </Trans>
          )}
        </span>
      </p>
      <p className="text-sm text-muted">
        <Trans>Hardware ID</Trans> <span className="font-mono wrap-anywhere text-ink">{hardwareId}</span>
      </p>
      {file !== null && (
        <div className="flex flex-wrap items-center gap-3">
          <Button onClick={() => save(file)}>
            <Download aria-hidden="true" />
            <Trans>Save the activation file</Trans>
          </Button>
          <span className="text-sm text-muted">
            <Trans>It was saved as License.json.</Trans>
          </span>
        </div>
      )}
    </div>
  );
}

/** Sends a request of a device without a network to the license. The dialog shows failures. */
function useAnswerRequest(licenseId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (request: string) =>
      api('POST /api/Licenses/{id}/OfflineRequests', { params: { id: licenseId }, body: { request } }),
    meta: { showsErrors: true },
    onSuccess: () =>
      Promise.all([['devices'], ['licenses']].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
}
