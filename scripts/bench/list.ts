import { type Load, load } from './load.ts';
import { type LoadedPortal, startBareList } from './loaded-portal.ts';
import { freePort } from './processes.ts';
import { median, type Row } from './row.ts';

const path = '/api/Subscription/invoices?pageSize=20';
/**
 * An even number, because the two accounts swap their order in every second round: the portal is warmer for the
 * second account.
 */
const rounds = 4;
const seconds = 4;

/** A list for a signed-in user: for accounts with 100,000 and 10,000 invoices, and the baseline. */
export async function measureList(folder: string, portal: LoadedPortal): Promise<Row[]> {
  const WORDS = JSON.stringify(await findPriceTexts(portal));
  const bare = await startBareList(folder, portal.databaseUrl, await freePort(), 'list', { WORDS });
  try {
    await compareAnswers(bare.url, portal);
    const { hundredThousand, tenThousand } = portal.cookies;
    const ask = (url: string, cookie: string, duration: number) =>
      load({ url: `${url}${path}`, headers: { cookie } }, duration);
    const [ours, few, limit]: [Load[], Load[], Load[]] = [[], [], []];
    for (const url of [bare.url, portal.server.url]) await ask(url, hundredThousand, 3);
    for (let round = 0; round < rounds; round += 1) {
      limit.push(await ask(bare.url, hundredThousand, seconds));
      const turns = [
        async () => ours.push(await ask(portal.server.url, hundredThousand, seconds)),
        async () => few.push(await ask(portal.server.url, tenThousand, seconds)),
      ];
      for (const turn of round % 2 === 0 ? turns : turns.toReversed()) await turn();
    }
    const rate = (loads: Load[]) => median(loads.map((one) => one.rate));
    const p99 = (loads: Load[]) => median(loads.map((one) => one.p99));
    return [
      {
        figure: 'list, 100,000 invoices',
        ours: rate(ours),
        limit: rate(limit),
        unit: 'requests/s',
        aim: { share: 0.6 },
      },
      { figure: 'list, 99 of 100 within', ours: p99(ours), limit: p99(limit), unit: 'ms', aim: { atMost: 15 } },
      {
        figure: 'list, 100,000 against 10,000',
        ours: rate(ours),
        limit: rate(few),
        unit: 'requests/s',
        aim: { share: 0.95 },
      },
    ];
  } finally {
    await bare.stop();
  }
}

/** The portal's texts for the invoices, which all have one price. */
async function findPriceTexts({ server, cookies }: LoadedPortal): Promise<object> {
  const answer = await fetch(`${server.url}${path}`, { headers: { cookie: cookies.hundredThousand } });
  const { items } = (await answer.json()) as { items: { description: string; productName: string | null }[] };
  const [{ description, productName } = { description: '', productName: null }] = items;
  if (productName === null)
    throw new Error('the invoices of the list have no product, because their first lines are missing');
  return { description, productName };
}

/** Checks that both responses are equal. @throws if they are not */
async function compareAnswers(bareUrl: string, { server, cookies }: LoadedPortal): Promise<void> {
  const [ours, bare] = await Promise.all(
    [server.url, bareUrl].map(async (url) =>
      (await fetch(`${url}${path}`, { headers: { cookie: cookies.hundredThousand } })).text(),
    ),
  );
  if (ours === undefined || bare === undefined || ours === bare) return;
  const at = [...ours].findIndex((character, index) => character !== bare[index]);
  const around = (text: string) => text.slice(Math.max(0, at - 200), at + 100);
  throw new Error(`the baseline answers differently:\n${around(ours)}\n${around(bare)}`);
}
