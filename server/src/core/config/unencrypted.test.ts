import { expect, test } from 'vitest';
import { findUnencryptedConnections } from './unencrypted.ts';

const find = (databaseUrl?: string, smtpUrl?: string, textsUrl?: string) =>
  findUnencryptedConnections({
    databaseUrl,
    mail: { smtpUrl, sender: '', replyTo: null },
    texts: { url: textsUrl, service: 'webhook', from: '' },
  });

test.each([
  ['postgres://portico:x@db.internal:5432/portico'],
  ['postgres://portico:x@db.internal/portico?sslmode=prefer'],
  ['postgres://portico:x@10.0.0.5/portico?sslmode=disable'],
])('reports a database on another host without TLS: %s', (url) => {
  expect(find(url)).toEqual(['database']);
});

test('reports mail and text messages to another host without TLS', () => {
  expect(find(undefined, 'smtp://mail.internal', 'http://texts.internal/')).toEqual(['mail', 'texts']);
});

test.each([
  [undefined, undefined, undefined],
  ['postgres://portico@127.0.0.1/portico', 'smtp://localhost:25', 'http://[::1]:9000/'],
  ['postgres:///portico?host=/var/run/postgresql', 'smtps://mail.vendor.example', 'https://texts.vendor.example/'],
  ['postgres://db.internal/portico?sslmode=verify-full', 'smtp://user:password@mail.vendor.example', undefined],
])('reports nothing for encrypted and local connections: %s %s %s', (...urls) => {
  expect(find(...urls)).toEqual([]);
});
