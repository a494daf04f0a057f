import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { catalogId, catalogIdParameter, day, listSchema, moment, pageQuery, rowId, utc } from '../api/values.ts';

/** Maximum span in milliseconds: 730 days, plus an hour for a change to standard time (DASH-3). */
const maxSpan = (730 * 24 + 1) * 3_600_000;
const minute = 60_000;

const params = z.object({ productId: catalogIdParameter });

/** A moment, or a whole UTC day. */
const momentOrDay = z.union([moment, day]);

const span = {
  /** The first moment. The default is a month ago, at the start of the UTC day. */
  dateFrom: momentOrDay.optional(),
  /** The last moment, including its minute. The default is the end of the current UTC day. */
  dateTo: momentOrDay.optional(),
};

interface Span {
  readonly dateFrom?: string | undefined;
  readonly dateTo?: string | undefined;
}

const isInOrder = ({ dateFrom, dateTo }: Span) =>
  dateFrom === undefined || dateTo === undefined || Date.parse(dateFrom) <= Date.parse(dateTo);
const isShortEnough = ({ dateFrom, dateTo }: Span) =>
  dateFrom === undefined || dateTo === undefined || Date.parse(dateTo) - Date.parse(dateFrom) <= maxSpan + minute;

const reversed = { path: ['dateTo'], params: { messageKey: 'validation.datesReversed' } };
const tooLong = { path: ['dateFrom'], params: { messageKey: 'validation.datesTooFarApart' } };

/** The span of the counts. All UTC days that it touches are counted whole (DASH-2). */
const spanQuery = z.object(span).refine(isInOrder, reversed).refine(isShortEnough, tooLong);

/** Common fields of the responses with counts. */
const counted = {
  /** The first and the last counted UTC day. */
  from: z.iso.date(),
  to: z.iso.date(),
  /**
   * Whether the account's usage-data policy shares this data (SET-4): how often products check, or their versions.
   * Otherwise it is left out.
   */
  isShared: z.boolean(),
};

/** The stable names of the metrics. */
export const metricNames = [
  'checks',
  'refusals',
  'activeDevices',
  'peakSessions',
  'activations',
  'deactivations',
  'daysFull',
  'lastActivity',
] as const;

export const statisticNames = [
  'licenses',
  'places',
  'devices',
  'devicesWithoutPlace',
  'openSessions',
  'checks',
  'refusals',
  'activations',
  'deactivations',
  'firstDay',
  'lastActivity',
] as const;

/**
 * A metric with its title in the user's language. `type` 0: the value is a moment or a day, ISO 8601 in UTC; 1: a
 * number.
 */
const metricSchema = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  z.object({
    name: z.enum(names),
    title: z.string(),
    type: z.union([z.literal(0), z.literal(1)]),
    /** Null if none. -1 means unlimited seats. */
    value: z.union([z.int(), utc, z.iso.date(), z.null()]),
  });
const metric = metricSchema(metricNames);
export type Metric = z.infer<typeof metric>;

const productInfo = z.object({
  id: catalogId,
  caption: z.string(),
  description: z.string(),
  logo64: z.string().nullable(),
  url: z.string().nullable(),
  urlCaption: z.string().nullable(),
  /** Whether the product's licenses are floating, so that leases are counted. */
  hasSessions: z.boolean(),
});
export type ProductInfo = z.infer<typeof productInfo>;

/** The reports of a UTC day. */
const dayOfUsage = z.object({
  day: z.iso.date(),
  /** Null if not shared. */
  checks: z.int().nonnegative().nullable(),
  refusals: z.int().nonnegative(),
  devices: z.int().nonnegative(),
  activations: z.int().nonnegative(),
  deactivations: z.int().nonnegative(),
  /** The most leases that one license had open at once. */
  peakSessions: z.int().nonnegative(),
  /** Whether a request was refused because all seats were taken. */
  wasFull: z.boolean(),
});
export type DayOfUsage = z.infer<typeof dayOfUsage>;

const versionInUse = z.object({
  /** Null for devices that reported no version. */
  version: z.string().nullable(),
  devices: z.int().positive(),
  /** The latest day on which a device reported this version. */
  lastDay: z.iso.date(),
});
export type VersionInUse = z.infer<typeof versionInUse>;

const reportedCounter = z.object({
  /** The product's name for the counter. */
  name: z.string(),
  total: z.int().nonnegative(),
});
export type ReportedCounter = z.infer<typeof reportedCounter>;

const lastRequest = z.object({
  time: utc,
  deviceId: rowId,
  deviceName: z.string(),
  hardwareId: z.string(),
  licenseId: rowId,
  licenseNumber: z.string(),
  version: z.string().nullable(),
});

/** What products reported about an account, by product. */
export const productDashboards = {
  getProductInfo: defineEndpoint({
    method: 'GET',
    path: '/api/ProductsDashboard/{productId}/ProductInfo',
    summary: "A product's name and description",
    action: 'productDashboards.view',
    params,
    response: productInfo,
  }),
  getMetrics: defineEndpoint({
    method: 'GET',
    path: '/api/ProductsDashboard/{productId}/AccountMetrics',
    summary: "The metrics of the account's usage of a product, for all UTC days that a time span touches",
    action: 'productDashboards.view',
    params,
    query: spanQuery,
    response: z.object({
      metrics: z.array(metric),
      /** Current seats of the license with the peak of leases; -1 for unlimited, null without a peak. */
      sessionPlaces: z.int().min(-1).nullable(),
      ...counted,
    }),
  }),
  listDays: defineEndpoint({
    method: 'GET',
    path: '/api/ProductsDashboard/{productId}/DailyMetrics',
    summary: "The account's usage of a product by UTC day, oldest first, including days without usage",
    action: 'productDashboards.view',
    params,
    query: spanQuery,
    response: z.object({ days: z.array(dayOfUsage), ...counted }),
  }),
  listVersions: defineEndpoint({
    method: 'GET',
    path: '/api/ProductsDashboard/{productId}/VersionsInUse',
    summary: 'Number of devices by the version that each last reported, largest number first',
    action: 'productDashboards.view',
    params,
    query: spanQuery,
    response: z.object({
      items: z.array(versionInUse).max(10),
      /** Devices with other versions. */
      otherDevices: z.int().nonnegative(),
      /** The version that the vendor offers now; null if the product has no versions. */
      currentVersion: z.string().nullable(),
      ...counted,
    }),
  }),
  listCounters: defineEndpoint({
    method: 'GET',
    path: '/api/ProductsDashboard/{productId}/ReportedCounters',
    summary: "The sums of the products' own counters by name, largest first",
    action: 'productDashboards.view',
    params,
    query: spanQuery,
    response: z.object({
      items: z.array(reportedCounter).max(20),
      /** The number of further counters, which are not returned. */
      otherNames: z.int().nonnegative(),
      ...counted,
    }),
  }),
  listLastRequests: defineEndpoint({
    method: 'GET',
    path: '/api/ProductsDashboard/{productId}/LastRequests',
    summary: 'The latest activity of each device, latest first',
    action: 'productDashboards.view',
    params,
    query: pageQuery({ pageSize: 10, max: 400 }),
    response: listSchema(lastRequest),
  }),
  getStatistics: defineEndpoint({
    method: 'GET',
    path: '/api/ProductsDashboard/{productId}/AccountStatistics',
    summary: "The totals of the account's usage of a product",
    action: 'productDashboards.view',
    params,
    response: z.object({ statistics: z.array(metricSchema(statisticNames)), isShared: z.boolean() }),
  }),
};
