import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as saving from '../../../lib/save-file.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import { OfflineDialog } from './offline-dialog.tsx';

const activated = {
  kind: 'activation',
  status: 'activated',
  deviceId: 7,
  deviceName: 'FRONT-DESK',
  hardwareId: 'AAAA-1111',
  file: '{"format":"portico-license"}',
};
const refused = (message: string) => ({
  code: 'ValidationError',
  message: 'Check what you entered.',
  propertyErrors: { request: [message] },
  requestId: 'r',
});
let answers: unknown[];
const sent = vi.fn();

beforeEach(() => {
  answers = [];
  sent.mockClear();
  vi.stubGlobal(
    'fetch',
    vi.fn(async (_url: string, init: RequestInit) => {
      sent(JSON.parse(String(init.body)).request);
      const next = answers.shift() as { code?: string; status?: number };
      return answer(next.code ? (next.code === 'ValidationError' ? 422 : 409) : 200, next);
    }),
  );
});

const show = () => renderUi(<OfflineDialog licenseId={5} product="VeriScan" open onOpenChange={() => {}} />);
const codeField = () => screen.getByRole('textbox', { name: /short code/ });
const typeCode = (code: string) => {
  fireEvent.change(codeField(), { target: { value: code } });
  fireEvent.click(screen.getByRole('button', { name: 'Answer the short code' }));
};
const choose = (file: File) =>
  fireEvent.change(screen.getByLabelText('Request file', { selector: 'input' }), { target: { files: [file] } });

describe('the dialog for a device without a network', () => {
  it('sends the text of a file, saves the answer, and explains what to do with it', async () => {
    const save = vi.spyOn(saving, 'saveFile').mockImplementation(() => {});
    answers = [activated];
    show();
    choose(new File(['{"format":"portico-request"}'], 'Portico-Request.json'));
    expect((await screen.findByRole('status')).textContent).toContain('FRONT-DESK has a seat.');
    expect(sent).toHaveBeenCalledExactlyOnceWith('{"format":"portico-request"}');
    expect(save).toHaveBeenCalledExactlyOnceWith(expect.any(Blob), 'License.json');
    fireEvent.click(screen.getByRole('button', { name: 'Save the activation file' }));
    expect(save).toHaveBeenCalledTimes(2);
    fireEvent.click(screen.getByRole('button', { name: 'Another device' }));
    expect(codeField()).toHaveProperty('value', '');
  });

  it("shows a file's error at the file field, and a code's error at the code field, which keeps the code", async () => {
    answers = [refused('This request is for another product.'), refused('There is a typing error.')];
    show();
    choose(new File(['{}'], 'x.json'));
    const atFile = await screen.findByText('This request is for another product.');
    expect(screen.getByRole('button', { name: 'Choose the file' }).getAttribute('aria-describedby')).toContain(
      atFile.id,
    );
    typeCode('PR2.A.AAAA');
    const atCode = await screen.findByText('There is a typing error.');
    expect(screen.queryByText('This request is for another product.')).toBeNull();
    expect(codeField().getAttribute('aria-describedby')).toContain(atCode.id);
    expect(codeField()).toHaveProperty('value', 'PR2.A.AAAA');
  });

  it('sends no request without a code, or with a file of an implausible size', async () => {
    show();
    typeCode('  ');
    expect(screen.getByText('Enter the short code that the product shows.')).toBeTruthy();
    choose(new File(['x'.repeat(20_001)], 'x.json'));
    expect(await screen.findByText('This file is too large for a request.')).toBeTruthy();
    expect(screen.queryByText('Enter the short code that the product shows.')).toBeNull();
    expect(sent).not.toHaveBeenCalled();
  });

  it('shows how long to wait after too many wrong codes', async () => {
    answers = [{ code: 'TooManyRequests', message: 'Too many attempts. Please wait 3000 seconds.', requestId: 'r' }];
    show();
    typeCode('PD1.GKNTW-289QV-5S0D1-K2HVM');
    expect(await screen.findByText('Too many attempts. Please wait 3000 seconds.')).toBeTruthy();
    expect(codeField()).toHaveProperty('value', 'PD1.GKNTW-289QV-5S0D1-K2HVM');
  });

  it("shows the license's refusal above the file and code fields", async () => {
    answers = [{ code: 'LicenseFull', message: 'The only seat is taken.', requestId: 'r' }];
    show();
    typeCode('PR2.A.AAAA');
    expect(await screen.findByText('The only seat is taken.')).toBeTruthy();
  });

  it('asks whether a code that names no product is from this product', async () => {
    answers = [{ ...activated, file: null }];
    show();
    typeCode(' pr1.A.AAAA');
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(sent).not.toHaveBeenCalled();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    typeCode(' pr1.A.AAAA');
    expect(await screen.findByText('Is this code from VeriScan?')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Yes, answer it' }));
    expect((await screen.findByRole('status')).textContent).toContain('FRONT-DESK has a seat.');
    expect(sent).toHaveBeenCalledExactlyOnceWith(' pr1.A.AAAA');
  });

  it('accepts the code that deactivates a device, as typed, and offers no file', async () => {
    const wrong = 'There is a typing error in this code.';
    answers = [refused(wrong), { ...activated, kind: 'deactivation', status: 'released', file: null }];
    show();
    expect(codeField().getAttribute('aria-describedby')).toBe(screen.getByText(/PD1 to deactivate a device/).id);
    typeCode('pd1 gkntw 289qv 5s0d1 k2hvn');
    expect(codeField().getAttribute('aria-describedby')).toContain((await screen.findByText(wrong)).id);
    typeCode('pd1 gkntw 289qv 5s0d1 k2hvm');
    expect((await screen.findByRole('status')).textContent).toContain('FRONT-DESK was released.');
    expect(sent.mock.calls).toEqual([['pd1 gkntw 289qv 5s0d1 k2hvn'], ['pd1 gkntw 289qv 5s0d1 k2hvm']]);
    expect(screen.queryByRole('button', { name: 'Save the activation file' })).toBeNull();
  });

  it('starts over after it was closed with an answer, or canceled', async () => {
    answers = [{ ...activated, kind: 'deactivation', status: 'released', file: null }];
    function Opened() {
      const [isOpen, setIsOpen] = useState(false);
      return (
        <>
          <button type="button" onClick={() => setIsOpen(true)}>
            Open
          </button>
          <OfflineDialog licenseId={5} product="VeriScan" open={isOpen} onOpenChange={setIsOpen} />
        </>
      );
    }
    renderUi(<Opened />);
    const open = () => fireEvent.click(screen.getByText('Open'));
    open();
    typeCode('PD1.GKNTW-289QV-5S0D1-K2HVM');
    fireEvent.click(await screen.findByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    open();
    await waitFor(() => expect(codeField()).toHaveProperty('value', ''));
    typeCode(' ');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    open();
    await waitFor(() => expect(codeField().getAttribute('aria-invalid')).not.toBe('true'));
  });

  it('reports that a file released the device, and offers no file to save', async () => {
    answers = [{ ...activated, kind: 'deactivation', status: 'released', file: null }];
    show();
    choose(new File(['{}'], 'x.json'));
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain('FRONT-DESK was released.'));
    expect(screen.queryByRole('button', { name: 'Save the activation file' })).toBeNull();
  });
});
