import { answerTimes, isServed } from './answer-times.ts';
import type { PeoplePortal } from './people-portal.ts';
import type { Row } from './row.ts';

const path = '/api/Operator/Search?text=';

/** Texts that operators type: names, parts of addresses, beginnings of numbers, and texts without a match. */
const texts = [
  'acme',
  'amélie',
  'owner@',
  'a1b2',
  '.4711@a2',
  'LI-1',
  'O-10',
  'identity 7',
  'PORTICO-',
  'nobody at all',
];

/** The operators' search with 1,000,000 users and all other data. */
export async function measureSearch({ server, cookies }: PeoplePortal): Promise<Row[]> {
  if (!(await isServed(server.url, `${path}acme`, cookies.operator, 'search box'))) return [];
  const paths = texts.map((text) => path + encodeURIComponent(text));
  const asked = { url: server.url, paths, cookie: cookies.operator };
  return [await answerTimes('search among 1,000,000 users', asked, { atMost: 50 })];
}
