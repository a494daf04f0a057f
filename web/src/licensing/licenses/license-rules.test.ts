import { describe, expect, it } from 'vitest';
import { countSeats, findNeed, isFull } from './license-rules.ts';

const license = {
  status: 1,
  licenseModel: 0,
  isExpired: false,
  isPaymentDue: false,
  endsSoon: false,
  hardwareIdQuantity: 8,
  usedHardwareIdQuantity: 5,
  exceededHardwareIdQuantity: 0,
} as const;
const none = { active: 0, pending: 0, blocked: 0, exceeded: 0, canceled: 0 };

describe('the need of a license', () => {
  it.each([
    ['nothing while it is active and has free seats', {}, null],
    ['a seat when all are taken', { usedHardwareIdQuantity: 8 }, 'full'],
    ['nothing when seats are unlimited', { hardwareIdQuantity: -1, usedHardwareIdQuantity: 500 }, null],
    ['a seat for a device without one', { usedHardwareIdQuantity: 8, exceededHardwareIdQuantity: 1 }, 'exceeded'],
    ['its order to be activated', { status: 2 }, 'pending'],
    ['a payment before a seat', { isPaymentDue: true, exceededHardwareIdQuantity: 1 }, 'paymentDue'],
    ['somebody who renews it before a seat', { endsSoon: true, exceededHardwareIdQuantity: 1 }, 'ending'],
    ['renewal before a payment', { isExpired: true, isPaymentDue: true }, 'expired'],
    ['another subscription before all else', { status: 3, isExpired: true }, 'canceled'],
  ] as const)('is %s', (_, change, need) => {
    expect(findNeed({ ...license, ...change })).toBe(need);
  });
});

describe('the picture of the seats', () => {
  it('shows the devices by status, then the free seats', () => {
    expect(countSeats({ ...license, devices: { ...none, active: 4, blocked: 1, exceeded: 2 } })).toEqual({
      held: [
        { kind: 'active', count: 4 },
        { kind: 'blocked', count: 1 },
        { kind: 'free', count: 3 },
      ],
      exceeded: 2,
      areTiles: true,
    });
  });

  it('is a bar if there are more than 24 seats or they are unlimited', () => {
    expect(countSeats({ ...license, hardwareIdQuantity: 24, devices: none }).areTiles).toBe(true);
    expect(countSeats({ ...license, hardwareIdQuantity: 30, devices: none }).areTiles).toBe(false);
    expect(countSeats({ ...license, hardwareIdQuantity: -1, devices: { ...none, active: 2 } })).toMatchObject({
      held: [{ kind: 'active', count: 2 }],
      areTiles: false,
    });
  });

  it('shows sessions instead of devices if the license is floating', () => {
    expect(countSeats({ ...license, licenseModel: 1, devices: { ...none, active: 40, blocked: 2 } })).toEqual({
      held: [
        { kind: 'active', count: 5 },
        { kind: 'free', count: 3 },
      ],
      exceeded: 0,
      areTiles: true,
    });
  });

  it('never has fewer than zero free seats', () => {
    expect(isFull({ hardwareIdQuantity: 2, usedHardwareIdQuantity: 3 })).toBe(true);
    expect(countSeats({ ...license, hardwareIdQuantity: 2, usedHardwareIdQuantity: 3, devices: none }).held).toEqual(
      [],
    );
  });
});
