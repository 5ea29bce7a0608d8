import { expect, test } from 'vitest';
import {
  contactWords,
  leadMetaOf,
  leadSourceWords,
  parentWords,
  quantityWords,
  shortLevel,
} from './user-words.ts';

test('a contact preference includes its id or channel', () => {
  expect(contactWords({ whatsapp: true })).toBe('Whatsapp');
  expect(contactWords({ wechat: true, wechat_id: 'kian_c' })).toBe('Wechat (kian_c)');
  expect(contactWords({ wechat: true })).toBe('Wechat');
  expect(contactWords({ other: 'Telegram' })).toBe('Other (Telegram)');
  expect(contactWords({})).toBe('');
});

test('a parent’s name includes the salute if known', () => {
  expect(parentWords({ salute: 'Mr', name: 'Chua Kian Meng' })).toBe('Mr Chua Kian Meng');
  expect(parentWords({ salute: null, name: 'Chua Kian Meng' })).toBe('Chua Kian Meng');
  expect(parentWords({ salute: null, name: '' })).toBe('');
});

test('a lead source includes its medium, campaign and meta', () => {
  const lead = { source: 'FB', medium: '', campaign: 'mar-sec3', meta: { ad: 'a-2', clicks: 3 } };
  expect(leadSourceWords(lead)).toBe('FB · mar-sec3');
  expect(leadMetaOf(lead)).toEqual([
    { name: 'ad', text: 'a-2' },
    { name: 'clicks', text: '3' },
  ]);
});

test('added credit has a plus sign, redeemed a minus sign, blocked no sign', () => {
  expect(quantityWords({ action: 'ADD', qty: 5 })).toBe('+5');
  expect(quantityWords({ action: 'REDEEM', qty: 4 })).toBe('−4');
  expect(quantityWords({ action: 'BLOCK', qty: 2 })).toBe('2');
});

test('the level of a class has a short name for tags', () => {
  expect(shortLevel('primary-6')).toBe('P6');
  expect(shortLevel('secondary-3')).toBe('Sec 3');
  expect(shortLevel('integrated-programme-3')).toBe('IP 3');
  expect(shortLevel('beginner')).toBe('Beginner');
});
