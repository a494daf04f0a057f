import { randomUUID } from 'node:crypto';

export type Body = Readonly<Record<string, unknown>>;

export interface FakeDevice {
  readonly id: number;
  hardwareId: string;
  name: string;
  fingerprints: readonly { readonly name: string; readonly value: string }[];
  isReleased: boolean;
  isBlocked: boolean;
  lastActivity: Date | null;
  readonly assignedAt: Date;
}

export interface FakeSession {
  readonly id: string;
  readonly device: FakeDevice;
  readonly requestKey: string;
  expiresAt: Date;
  borrowedUntil: Date | null;
  hasEnded: boolean;
}

/** A refusal of the fake portal. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly additionalData: object | undefined;

  constructor(status: number, code: string, additionalData?: object) {
    super(`The portal says ${code}.`);
    this.status = status;
    this.code = code;
    this.additionalData = additionalData;
  }
}

/** The licensing API's rules for one license, in memory. Tests can change its fields. */
export class FakeLicensing {
  readonly number = 'LI-10318';
  readonly serialNumber = '2Q4RM-9C0TE-XW1VA-70JHB-5KPZ8D';
  product = 'desktop';
  model: 'host-locked' | 'floating' = 'host-locked';
  status: 'active' | 'canceled' | 'expired' = 'active';
  expiresAt: Date | null = null;
  quantity = 2;
  offlineHours = 72;
  maxBorrowDays = 7;
  releasesLeft = 3;
  leaseSeconds = 600;
  renewAfterSeconds = 300;
  features: Record<string, Record<string, boolean | number | string>> = { reading: { types: 12, batchScanning: true } };
  /** Whether the last report is counted only once. */
  knowsReports = true;
  readonly devices: FakeDevice[] = [];
  readonly sessions: FakeSession[] = [];
  /** Sums of the heartbeats' counts. */
  readonly counted: Record<string, number> = {};
  checks = 0;
  heartbeats = 0;
  url = '';
  #lastReport: unknown;
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** @throws Refusal */
  answer(call: string, body: Body): object {
    const known = body.serialNumber === undefined || body.serialNumber === this.serialNumber;
    if (!known) throw new Refusal(404, 'LicenseUnknown');
    switch (call) {
      case 'activations':
        return this.#activate(body);
      case 'deactivations':
        // The token is public.
        if (body.deviceId !== undefined) throw new Refusal(403, 'TokenTypeRefused');
        return this.#release(call, body);
      case 'evictions':
        return this.#release(call, body);
      case 'validations':
        return this.#validate(body);
      case 'heartbeats':
        return this.#beat(body);
      case 'features':
        return { license: this.license(), features: this.features };
      case 'sessions':
        return this.#checkOut(body);
      case 'sessions/renewals':
        return this.#renew(body);
      case 'sessions/returns': {
        const session = this.sessions.find(({ id }) => id === body.sessionId);
        if (session) session.hasEnded = true;
        return { returned: true };
      }
      case 'devices/list': {
        const items = this.#held().map((device) => this.#present(device));
        return { items, total: items.length, totalPages: 1, page: body.page, pageSize: body.pageSize };
      }
      case 'usage/read':
        return {
          days: [
            {
              day: body.from,
              checks: this.checks,
              refusals: 0,
              devices: 1,
              activations: 1,
              deactivations: 0,
              peakSessions: 0,
            },
          ],
        };
      default:
        throw new Refusal(404, 'LicenseUnknown');
    }
  }

  license() {
    const { number, serialNumber, product, model, status, quantity } = this;
    const expiresAt = this.expiresAt?.toISOString() ?? null;
    return {
      number,
      serialNumber,
      product,
      plan: 'desktop-professional',
      model,
      status,
      expiresAt,
      trial: false,
      quantity,
      used: this.#used(),
    };
  }

  device(hardwareId: string): FakeDevice | undefined {
    return this.devices.findLast((device) => device.hardwareId === hardwareId);
  }

  #held = () => this.devices.filter(({ isReleased }) => !isReleased);

  #open(): FakeSession[] {
    for (const session of this.sessions) if (session.expiresAt <= this.#now()) session.hasEnded = true;
    return this.sessions.filter(({ hasEnded }) => !hasEnded);
  }

  #used = () => (this.model === 'floating' ? this.#open().length : this.#held().length);

  #present({ id, hardwareId, name, isReleased, isBlocked, assignedAt }: FakeDevice) {
    const status = isReleased ? 'released' : isBlocked ? 'blocked' : 'active';
    return { id, hardwareId, name, status, assignedAt: assignedAt.toISOString() };
  }

  #activate(body: Body): object {
    if (this.model === 'floating') throw new Refusal(409, 'HostLockedOnly');
    const { status, device } = this.#find(body);
    if (device)
      return { status, device: this.#present(device), license: this.license(), offlineHours: this.offlineHours };
    if (body.replaces !== undefined) this.#release('evictions', { deviceId: body.replaces });
    this.#assertPlace(this.#held());
    const added = this.#add(body);
    return {
      status: 'activated',
      device: this.#present(added),
      license: this.license(),
      offlineHours: this.offlineHours,
    };
  }

  /**
   * The same device, or one with three equal fingerprints. @throws Refusal for a license that is not active, and for a
   * blocked device
   */
  #find(body: Body): { status: 'already' | 'recognized'; device: FakeDevice | undefined } {
    if (this.status !== 'active') throw new Refusal(409, 'LicenseNotActive', { status: this.status });
    const hardwareId = String(body.hardwareId);
    const parts = (body.fingerprints ?? []) as FakeDevice['fingerprints'];
    const same = this.#held().find((device) => device.hardwareId === hardwareId);
    const matches = ({ fingerprints }: FakeDevice) =>
      fingerprints.filter(({ name, value }) => parts.some((part) => part.name === name && part.value === value)).length;
    const device = same ?? this.#held().find((each) => matches(each) >= 3);
    if (device?.isBlocked) throw new Refusal(403, 'DeviceBlocked');
    if (device) Object.assign(device, { hardwareId, lastActivity: this.#now() });
    return { status: same ? 'already' : 'recognized', device };
  }

  #add(body: Body): FakeDevice {
    const hardwareId = String(body.hardwareId);
    const device: FakeDevice = {
      id: this.devices.length + 1,
      hardwareId,
      name: typeof body.name === 'string' ? body.name : hardwareId,
      fingerprints: (body.fingerprints ?? []) as FakeDevice['fingerprints'],
      isReleased: false,
      isBlocked: false,
      lastActivity: this.#now(),
      assignedAt: this.#now(),
    };
    this.devices.push(device);
    return device;
  }

  /** @throws Refusal `LicenseFull` */
  #assertPlace(held: readonly (FakeDevice | FakeSession)[]): void {
    if (this.quantity < 0 || held.length < this.quantity) return;
    const devices = held.map((each) => {
      const { id, name, lastActivity } = 'device' in each ? each.device : each;
      return { id, name, lastActivity: lastActivity?.toISOString() ?? null };
    });
    const { quantity, releasesLeft } = this;
    const portalUrl = `${this.url}/Billing/Licenses/7`;
    throw new Refusal(409, 'LicenseFull', {
      ...{ quantity, devices, mayEvict: releasesLeft > 0, releasesLeft, portalUrl },
      nextAt: releasesLeft > 0 ? null : '2026-12-22T11:00:00.000Z',
    });
  }

  #release(call: string, body: Body): object {
    const which = (device: FakeDevice) => device.id === body.deviceId || device.hardwareId === body.hardwareId;
    const device = this.devices.findLast(which);
    if (!device) throw new Refusal(404, 'DeviceUnknown');
    if (device.isReleased) return { released: true };
    if (this.releasesLeft < 1 && call === 'evictions')
      throw new Refusal(409, 'ReleaseLimit', { nextAt: '2026-12-22T11:00:00.000Z' });
    this.releasesLeft -= 1;
    if (this.model === 'host-locked') device.isReleased = true;
    for (const session of this.#open()) if (session.device === device) session.hasEnded = true;
    return { released: true };
  }

  #validate({ hardwareId, feature }: Body): object {
    const device = this.device(String(hardwareId));
    const details = {
      ...(device && { device: this.#present(device) }),
      license: this.license(),
      features: this.features,
      offlineHours: this.offlineHours,
    };
    const code = this.#codeOf(device, feature as { scope: string; name: string } | undefined);
    if (device && code === 'Valid') device.lastActivity = this.#now();
    return { valid: code === 'Valid', code, ...details };
  }

  #codeOf(device: FakeDevice | undefined, feature: { scope: string; name: string } | undefined): string {
    if (this.status === 'canceled') return 'LicenseCanceled';
    if (this.status === 'expired' || (this.expiresAt && this.expiresAt <= this.#now())) return 'LicenseExpired';
    if (!device) return 'DeviceUnknown';
    if (device.isBlocked) return 'DeviceBlocked';
    if (device.isReleased) return 'DeviceReleased';
    if (this.model === 'floating' && !this.#open().some((session) => session.device === device)) return 'SessionEnded';
    if (feature && this.features[feature.scope]?.[feature.name] === undefined) return 'FeatureMissing';
    return 'Valid';
  }

  #beat(body: Body): object {
    const isAgain = this.knowsReports && this.#lastReport === body.reportId;
    this.#lastReport = body.reportId;
    if (!isAgain) {
      this.heartbeats += 1;
      this.checks += Number(body.checks ?? 0);
      for (const [name, by] of Object.entries((body.counters ?? {}) as Record<string, number>)) {
        this.counted[name] = (this.counted[name] ?? 0) + by;
      }
    }
    return this.#validate(body);
  }

  #checkOut(body: Body): object {
    if (this.model !== 'floating') throw new Refusal(409, 'NotFloating');
    const days = Number(body.borrowDays ?? 0);
    if (days > this.maxBorrowDays) throw new Refusal(409, 'BorrowingNotAllowed', { mostDays: this.maxBorrowDays });
    const known = this.#find(body).device;
    const session = this.#open().find((each) => each.requestKey === body.requestKey && each.device === known);
    if (session) return this.#extend(session, days);
    this.#assertPlace(this.#open());
    const device = known ?? this.#add(body);
    const requestKey = String(body.requestKey);
    const opened = {
      id: randomUUID(),
      device,
      requestKey,
      expiresAt: this.#now(),
      borrowedUntil: null,
      hasEnded: false,
    };
    this.sessions.push(opened);
    return this.#extend(opened, days);
  }

  #renew({ sessionId }: Body): object {
    const session = this.#open().find(({ id }) => id === sessionId);
    if (!session) throw new Refusal(410, 'SessionEnded');
    return this.#extend(session, 0);
  }

  #extend(session: FakeSession, days: number): object {
    const end = this.#now().getTime() + (days > 0 ? days * 86_400_000 : this.leaseSeconds * 1000);
    session.expiresAt = new Date(Math.max(end, session.expiresAt.getTime()));
    if (days > 0) session.borrowedUntil = session.expiresAt;
    const { id, expiresAt, borrowedUntil, device } = session;
    return {
      session: { id, expiresAt: expiresAt.toISOString(), borrowedUntil: borrowedUntil?.toISOString() ?? null },
      renewAfterSeconds: this.renewAfterSeconds,
      device: this.#present(device),
      license: this.license(),
    };
  }
}
