import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { closeAfterTests } from '../../../test/clean-up.ts';

/** The answer to a query: TXT records, a server failure, or no answer. */
type Answer = readonly string[] | 'servfail' | 'silent';

export interface TestNameServer {
  /** The value for `DNS_SERVERS`. */
  readonly address: string;
  /** By name in lower case; a missing name does not exist. */
  readonly records: Map<string, Answer>;
}

const nameError = 3;
const serverFailure = 2;

/** A real name server on loopback that serves a test's TXT records. */
export async function startNameServer(): Promise<TestNameServer> {
  const records = new Map<string, Answer>();
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const { name, end } = parseQuestion(query);
    const answer = records.get(name);
    if (answer === 'silent') return;
    socket.send(answerTo(query, end, answer), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  closeAfterTests(async () => void socket.close());
  return { address: `127.0.0.1:${(socket.address() as AddressInfo).port}`, records };
}

function parseQuestion(query: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  // Skips the zero byte that ends the name, its type and its class.
  return { name: labels.join('.').toLowerCase(), end: at + 5 };
}

function answerTo(query: Buffer, end: number, answer: Exclude<Answer, 'silent'> | undefined): Buffer {
  const texts = Array.isArray(answer) ? (answer as readonly string[]) : [];
  const code = answer === undefined ? nameError : answer === 'servfail' ? serverFailure : 0;
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(0x8180 | code, 2);
  header.writeUInt16BE(texts.length, 6);
  header.writeUInt16BE(0, 8);
  header.writeUInt16BE(0, 10);
  return Buffer.concat([header, query.subarray(12, end), ...texts.map(encodeRecord)]);
}

/** A TXT record of the queried name. A longer text is split into parts of 255 bytes. */
function encodeRecord(text: string): Buffer {
  const bytes = Buffer.from(text);
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 255) {
    const part = bytes.subarray(at, at + 255);
    parts.push(Buffer.from([part.length]), part);
  }
  const data = Buffer.concat(parts);
  const record = Buffer.alloc(12);
  record.writeUInt16BE(0xc00c, 0);
  record.writeUInt16BE(16, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt16BE(data.length, 10);
  return Buffer.concat([record, data]);
}
