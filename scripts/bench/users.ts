import { answerTimes, isServed } from './answer-times.ts';
import { measureCsv } from './csv-report.ts';
import { type Load, load } from './load.ts';
import { startBareList } from './loaded-portal.ts';
import { type PeoplePortal, users } from './people-portal.ts';
import { freePort } from './processes.ts';
import { median, type Row } from './row.ts';

const list = '/api/User/list?pageSize=20';
const report = '/Reports/CustomerUsersReport?format=csv';
const imports = '/api/UserImports';
const rounds = 4;
const seconds = 4;

/** Search texts: names that many users have, rare names, parts of addresses, and texts without a match. */
const texts = ['mar', 'amélie', 'casey', 'a1b', '.77@', '9f3c', '@a2.example', '.1234@', 'zoé', 'nobody at all'];

/**
 * The users of an account with 10,000 of 1,000,000: their list, its filter, the report of 100,000, and an import of
 * 5,000.
 */
export async function measureUsers(folder: string, portal: PeoplePortal): Promise<Row[]> {
  return [
    ...(await measureList(folder, portal)),
    await measureFilter(portal),
    ...(await measureReport(portal)),
    ...(await measureImport(portal)),
  ];
}

async function measureList(folder: string, { server, databaseUrl, cookies }: PeoplePortal): Promise<Row[]> {
  const bare = await startBareList(folder, databaseUrl, await freePort(), 'users');
  const headers = { cookie: cookies.acme };
  try {
    await expectSame(bare.url, server.url, headers);
    const [ours, limit]: [Load[], Load[]] = [[], []];
    for (const url of [bare.url, server.url]) await load({ url: `${url}${list}`, headers }, 3);
    for (let round = 0; round < rounds; round += 1) {
      limit.push(await load({ url: `${bare.url}${list}`, headers }, seconds));
      ours.push(await load({ url: `${server.url}${list}`, headers }, seconds));
    }
    const [rate, p99] = [(one: Load) => one.rate, (one: Load) => one.p99];
    return [
      {
        figure: 'users, 10,000 among 1,000,000',
        ours: median(ours.map(rate)),
        limit: median(limit.map(rate)),
        unit: 'requests/s',
        aim: { share: 0.6 },
      },
      {
        figure: 'users, 99 of 100 within',
        ours: median(ours.map(p99)),
        limit: median(limit.map(p99)),
        unit: 'ms',
        aim: { atMost: 15 },
      },
    ];
  } finally {
    await bare.stop();
  }
}

/** Checks that both show the same rows. @throws if they do not */
async function expectSame(bareUrl: string, portalUrl: string, headers: Record<string, string>): Promise<void> {
  const idsAt = async (url: string) => {
    const response = await fetch(`${url}${list}`, { headers });
    if (!response.ok) throw new Error(`${url}${list}: ${response.status} ${await response.text()}`);
    const { items } = (await response.json()) as { items: { id: number }[] };
    return items.map(({ id }) => id).join();
  };
  const [bare, ours] = [await idsAt(bareUrl), await idsAt(portalUrl)];
  if (bare !== ours) throw new Error(`the baseline lists different users: ${bare} instead of ${ours}`);
}

function measureFilter({ server, cookies }: PeoplePortal): Promise<Row> {
  const paths = texts.map((text) => `${list}&textFilter=${encodeURIComponent(text)}`);
  return answerTimes('users by text', { url: server.url, paths, cookie: cookies.acme }, { atMost: 30 });
}

function measureReport({ server, cookies }: PeoplePortal): Promise<Row[]> {
  return measureCsv(server, {
    figure: 'report of 100,000 users',
    path: report,
    cookie: cookies.globex,
    rows: users.ofGlobex,
  });
}

async function measureImport({ server, cookies }: PeoplePortal): Promise<Row[]> {
  const cookie = cookies.acme;
  if (!(await isServed(server.url, `${imports}/Template`, cookie, 'import of users'))) return [];
  const page = await (await fetch(`${server.url}/`, { headers: { cookie, accept: 'text/html' } })).text();
  const token = /"antiForgeryToken":"([^"]+)"/.exec(page)?.[1];
  if (!token) throw new Error('the home page has no token');
  const lines = Array.from({ length: 5_000 }, (_, n) => `new.${n},new.${n}@import.example,Robin,Newcomer ${n}`);
  const begin = performance.now();
  const response = await fetch(server.url + imports, {
    method: 'POST',
    headers: { cookie, 'content-type': 'text/csv', requestverificationtoken: token },
    body: ['login,email,firstName,lastName', ...lines].join('\r\n'),
  });
  const took = performance.now() - begin;
  const answer = await response.text();
  if (!response.ok || JSON.parse(answer).imported !== 5_000) throw new Error(`the import answers ${answer}`);
  return [{ figure: 'import of 5,000 users', ours: took / 1000, unit: 's', aim: { atMost: 10 } }];
}
