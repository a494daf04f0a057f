const BRANDS = [
  { brand: 'visa', pattern: /^4/, lengths: [16], gaps: [4, 8, 12], cvc: 3 },
  { brand: 'mastercard', pattern: /^(5[1-5]|2[2-7])/, lengths: [16], gaps: [4, 8, 12], cvc: 3 },
  { brand: 'amex', pattern: /^3[47]/, lengths: [15], gaps: [4, 10], cvc: 4 },
  { brand: 'discover', pattern: /^(6011|64[4-9]|65)/, lengths: [16], gaps: [4, 8, 12], cvc: 3 },
  { brand: 'diners', pattern: /^3(0[0-5]|[689])/, lengths: [14, 16], gaps: [4, 10], cvc: 3 },
  { brand: 'jcb', pattern: /^35/, lengths: [16], gaps: [4, 8, 12], cvc: 3 },
  { brand: 'unionpay', pattern: /^62/, lengths: [16, 17, 18, 19], gaps: [4, 8, 12, 16], cvc: 3 },
];
const UNKNOWN = { brand: 'unknown', lengths: [16], gaps: [4, 8, 12], cvc: 3 };

export const brandOf = (number) => BRANDS.find(({ pattern }) => pattern.test(number)) ?? UNKNOWN;

export function passesLuhn(number) {
  let sum = 0;
  for (let index = 0; index < number.length; index += 1) {
    let digit = Number(number[number.length - 1 - index]);
    if (index % 2 === 1) digit = digit * 2 > 9 ? digit * 2 - 9 : digit * 2;
    sum += digit;
  }
  return sum % 10 === 0;
}
