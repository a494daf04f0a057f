import { describe, expect, test } from 'vitest';
import { startNameServer } from './name-server.test-support.ts';
import { lookUpRecord, newRecordValue, txtRecordName, txtRecordText } from './txt-record.ts';

describe('TXT record lookup', async () => {
  const { address, records } = await startNameServer();
  const recordValue = newRecordValue();
  const wanted = txtRecordText(recordValue);
  const look = (domain: string) => lookUpRecord([address], { domain, recordValue });
  const answer = (domain: string, texts: string[] | 'servfail' | 'silent') => records.set(txtRecordName(domain), texts);

  test('finds the record, also among others and with surrounding space', async () => {
    answer('one.example', [wanted]);
    answer('several.example', ['v=spf1 -all', ` ${wanted} `]);
    const found = { lastCheck: 'found', foundValue: null };
    expect([await look('one.example'), await look('several.example')]).toEqual([found, found]);
  });

  test('reports a missing record, whether or not the name exists', async () => {
    answer('empty.example', []);
    const missing = { lastCheck: 'missing', foundValue: null };
    expect([await look('empty.example'), await look('unknown.example')]).toEqual([missing, missing]);
  });

  test('shows another value as plain text on one line of at most 200 characters', async () => {
    answer('other.example', [txtRecordText('f00')]);
    answer('long.example', ['y'.repeat(900)]);
    answer('hostile.example', ['<b>\0\r\n</b>']);
    expect(await look('other.example')).toEqual({ lastCheck: 'other', foundValue: txtRecordText('f00') });
    expect(await look('long.example')).toEqual({ lastCheck: 'other', foundValue: `${'y'.repeat(199)}…` });
    // The resolver either ends the text at the NUL or removes it.
    expect((await look('hostile.example')).foundValue).toMatch(/^<b>( {3}<\/b>)?$/);
  });

  test('does not accept another domain’s value', async () => {
    answer('stolen.example', [txtRecordText(newRecordValue())]);
    expect(await look('stolen.example')).toMatchObject({ lastCheck: 'other' });
  });

  test('reports a failing or silent name server within five seconds', async () => {
    answer('failing.example', 'servfail');
    answer('silent.example', 'silent');
    const begun = performance.now();
    const unreachable = { lastCheck: 'unreachable', foundValue: null };
    expect(await Promise.all([look('failing.example'), look('silent.example')])).toEqual([unreachable, unreachable]);
    expect(performance.now() - begun).toBeLessThan(7_000);
  });
});
