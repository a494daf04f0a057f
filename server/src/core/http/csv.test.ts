import Fastify from 'fastify';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { amountCell, type CsvCell, sendCsv, sendReport, spreadsheetFormat } from './csv.ts';
import { createHttpServer } from './server.ts';
import type { Session } from './session-context.ts';

async function answerWith(rows: () => AsyncIterable<readonly CsvCell[]>, name = 'report') {
  const app = await createHttpServer({ logger: pino({ level: 'silent' }), trustedProxies: [], strictResponses: true });
  app.get('/report', (_request, reply) => sendCsv(reply, name, ['Name', 'Value'], rows()));
  return app.inject({ url: '/report', headers: { 'accept-language': 'en' } });
}

async function* of(...rows: readonly (readonly CsvCell[])[]) {
  yield* rows;
}

/** Serves a report over a real connection, which can break. */
async function listen(rows: () => AsyncIterable<readonly CsvCell[]>) {
  const app = Fastify();
  app.get('/report', (_request, reply) => sendCsv(reply, 'report', ['Name'], rows()));
  return { url: await app.listen({ host: '127.0.0.1', port: 0 }), close: () => app.close() };
}

/** The lines of a response after its byte order mark and its header. */
const splitLines = (body: string) =>
  body
    .replace(/^\ufeffName,Value\n/, '')
    .trimEnd()
    .split('\n');

describe('a slow reader of a report', () => {
  /** A report that never ends, read in `lasts` milliseconds at most. */
  async function* endless() {
    for (;;) yield ['x'.repeat(10_000)];
  }

  test('is cut off after the given time, even if it reads a little, and its rows are released', async () => {
    let isReleased = false;
    async function* rows() {
      try {
        yield* endless();
      } finally {
        isReleased = true;
      }
    }
    const app = Fastify();
    app.get('/report', (_request, reply) => sendCsv(reply, 'report', ['Name'], rows(), undefined, 300));
    const response = await fetch(`${await app.listen({ host: '127.0.0.1', port: 0 })}/report`);
    const reader = response.body?.getReader();
    await reader?.read();
    await expect.poll(() => isReleased).toBe(true);
    await expect(
      (async () => {
        while (!(await reader?.read())?.done);
      })(),
    ).rejects.toThrow();
    await app.close();
  });

  test('keeps only its own account and at most six readers from other reports', async () => {
    const app = Fastify();
    const session = (id: number) => ({ account: { id }, timeZone: 'UTC' }) as Session;
    app.get<{ Params: { id: string } }>('/report/:id', ({ params }, reply) =>
      sendReport(
        reply,
        { name: 'users', columns: [], rows: endless() },
        { locale: 'en', session: session(+params.id) },
        { for: 'spreadsheet' },
      ),
    );
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    const open = (id: number) => fetch(`${address}/report/${id}`);
    const readers = [await open(1), await open(1), await open(2), await open(3), await open(4), await open(5)];
    readers.push(await open(6), await open(7));
    expect(readers.map(({ ok }) => ok)).toEqual([true, false, true, true, true, true, true, false]);
    for (const { body } of readers) await body?.cancel();
    await expect
      .poll(async () => {
        const { ok, body } = await open(7);
        await body?.cancel();
        return ok;
      })
      .toBe(true);
    await app.close();
  });
});

describe('a report', () => {
  test('is a UTF-8 file with a byte order mark that no cache may store', async () => {
    const answer = await answerWith(() => of(['Zoë', 1]), 'hard"ware/../ids');
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="hardwareids.csv"',
      'cache-control': 'no-store',
    });
    expect(answer.body).toBe('\ufeffName,Value\nZoë,1\n');
  });

  test('has its header even without rows', async () => {
    expect((await answerWith(() => of())).body).toBe('\ufeffName,Value\n');
  });

  test('writes times in UTC, nothing for null, and quotes what needs it', async () => {
    const { body } = await answerWith(() =>
      of([new Date('2026-03-01T10:00:00+02:00'), null], ['a "b", c', -1], ['two\nlines', 0]),
    );
    expect(splitLines(body)).toEqual(['2026-03-01T08:00:00.000Z,', '"a ""b"", c",-1', '"two', 'lines",0']);
  });

  test('quotes characters at which spreadsheets could split a cell, so that no formula begins inside', async () => {
    const { body } = await answerWith(() => of(['x;=HYPERLINK(A1);', 'a\t=1'], ['plain', 1]));
    expect(splitLines(body)).toEqual(['"x;=HYPERLINK(A1);","a\t=1"', 'plain,1']);
  });

  test.each([
    '=1+1',
    '+1',
    '-1+1',
    '-A1',
    '--1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    ' =1',
    '   +1',
    '\u200b=1',
    '\u00a0=1',
    '＝1',
    ' ＋1',
    '\0=1',
  ])('makes the cell %j inert', async (cell) => {
    const { body } = await answerWith(() => of([cell, '']));
    expect(splitLines(body)[0]?.replace(/^"/, '')).toMatch(/^'/);
  });

  test('keeps negative amounts as numbers, so that they can be added up', async () => {
    const { body } = await answerWith(() => of([amountCell(-15_764), -2], [amountCell(-300), amountCell(-1)]));
    expect(splitLines(body)).toEqual(['-157.64,-2', '-3.00,-0.01']);
  });

  test.each([
    ['en', 'Date (Europe/Paris),Total\n03/01/2026 9:00 AM,-1234.50\n"a, b",0.05\n'],
    ['fr', 'Date (Europe/Paris);Total\n2026-03-01 09:00;-1234,50\n"a, b";0,05\n'],
  ] as const)('is written as spreadsheet programs in the language %s expect it', async (locale, lines) => {
    const app = Fastify();
    const rows = () => of([new Date('2026-03-01T08:00:00Z'), amountCell(-123_450)], ['a, b', amountCell(5)]);
    app.get('/report', (_request, reply) =>
      sendCsv(reply, 'r', ['Date (Europe/Paris)', 'Total'], rows(), spreadsheetFormat(locale, 'Europe/Paris')),
    );
    expect((await app.inject('/report')).body).toBe(`\ufeff${lines}`);
  });

  test('responds with a message for a failure before its first row', async () => {
    const answer = await answerWith(async function* () {
      yield* [];
      throw new Error('no such column');
    });
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toMatchObject({ code: 'InternalError', message: 'Error while generating the report' });
  });

  test('aborts the download for a later failure', async () => {
    const { url, close } = await listen(async function* () {
      for (let row = 0; row < 10_000; row += 1) yield ['x'.repeat(1_000)];
      throw new Error('the database is gone');
    });
    const response = await fetch(`${url}/report`);
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
    await close();
  });

  test('requests only rows that are read', async () => {
    let asked = 0;
    let ended = false;
    const { url, close } = await listen(async function* () {
      try {
        for (; asked < 1_000_000; asked += 1) yield ['x'.repeat(1_000)];
      } finally {
        ended = true;
      }
    });
    const response = await fetch(`${url}/report`);
    await response.body?.getReader().cancel();
    await expect.poll(() => ended).toBe(true);
    expect(asked).toBeLessThan(100_000);
    await close();
  });
});
