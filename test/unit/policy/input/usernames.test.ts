import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  canonicalUsername,
  checkUsername,
  displayUsername,
  usernameMessages,
  usernameSkeleton,
} from '#contract/values/accounts/usernames'

describe('checkUsername', () => {
  it.each([
    'bob',
    'viewer',
    'member',
    'creator',
    'night_owl',
    'a.b-c_d',
    'R2D2',
    '123',
    'x'.repeat(30),
    'Zoë',
    'Straße',
    'Nguyễn',
    'Łukasz',
    'İbrahim',
    'иван',
    'Ёжик',
    'ΟΔΟΣ',
    'Երևան',
    'თბილისი',
    'שלום',
    'محمد',
    'मेरा',
    'สวัสดี',
    'あいう',
    'カメラ山',
    'ラーメン',
    '김치찌개',
    '山田太郎',
    'ｂｏｂ',
    'Zoe\u0308',
  ])('takes %s', (name) => expect(checkUsername(name)).toBeNull())

  it.each([
    ['', 'short'],
    ['ab', 'short'],
    ['é\u0301', 'short'],
    ['x'.repeat(31), 'long'],
    ['a b', 'letters'],
    ['bob!', 'letters'],
    ['bob@x', 'letters'],
    ['<b>', 'letters'],
    ['a/b/c', 'letters'],
    ['bob\u0000', 'letters'],
    ['bob\u200b', 'letters'],
    ['b\u202eob', 'letters'],
    ['b\u00adob', 'letters'],
    ['🙂🙂🙂', 'letters'],
    ['q\u0301qq', 'letters'],
    ['ǀǀǀ', 'letters'],
    ['ԁԁԁ', 'letters'],
    ['١٢٣', 'letters'],
    ['กก็็็ก', 'letters'],
    ['김\u3164치', 'letters'],
    ['.bob', 'ends'],
    ['bob-', 'ends'],
    ['bob_', 'ends'],
    ['---', 'ends'],
    ['ा12', 'ends'],
    ['a..b', 'doubled'],
    ['a_-b', 'doubled'],
    ['bоb', 'mixed'],
    ['bob山', 'mixed'],
    ['αbc', 'mixed'],
    ['가かな', 'mixed'],
    ['admin', 'reserved'],
    ['ADMlN', 'reserved'],
    ['4dmin-admin', 'reserved'],
    ['admin2', 'reserved'],
    ['a.d.m.i.n', 'reserved'],
    ['àdmín', 'reserved'],
    ['rnoderator', 'reserved'],
    ['n0cturne', 'reserved'],
    ['nocturne-help', 'reserved'],
    ['Support_Team', 'reserved'],
    ['undefined', 'reserved'],
    ['deleted-7', 'reserved'],
    ['De1eted.l0', 'reserved'],
  ] as const)('refuses %j: %s', (name, reason) => expect(checkUsername(name)).toBe(usernameMessages[reason]))

  it('says how short a name may be', () => {
    expect(checkUsername('ab')).toBe('Username must be at least 3 characters.')
  })
})

describe('usernameSkeleton', () => {
  it.each([
    ['paypal', 'раураӏ'],
    ['scope', 'ѕсоре'],
    ['bob', 'BOB'],
    ['bob', 'b0b'],
    ['bob', 'b.o_b'],
    ['bill', 'bi1l'],
    ['Ian', 'lan'],
    ['modern', 'rnodem'],
    ['wave', 'vvave'],
    ['jose', 'José'],
    ['soren', 'Søren'],
    ['tattoo', 'ταττοο'],
    ['Caesar', 'Cæsar'],
    ['иван', 'ивaн'],
  ])('is the same for %s and %s', (one, other) => {
    expect(usernameSkeleton(one)).toBe(usernameSkeleton(other))
  })

  it.each([
    ['bob', 'rob'],
    ['иван', 'иваш'],
    ['かき', 'がき'],
    ['กา', 'กิ'],
    ['user5', 'users'],
  ])('differs for %s and %s', (one, other) => {
    expect(usernameSkeleton(one)).not.toBe(usernameSkeleton(other))
  })
})

const wide = (text: string) => text.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0))
const alphabets = [
  'abcdefgijlmnorstvwzßẞéñøłđŧıİſK',
  'абвгдежзиіїєўѓАЁ',
  'αβγδεζηθςσώΐΰΣΆ',
  'ابتأئ',
  'אבגש',
  'かがギ山ー',
  '가김山',
  'กีเมา',
]
const marks = ['\u0301', '\u0307', '\u0345', '\u3099']
const oneAlphabet = fc
  .constantFrom(...alphabets)
  .chain((letters) =>
    fc.string({ unit: fc.constantFrom(...letters, ...letters, ...'019._-'), maxLength: 10 }),
  )
const text = fc.oneof(
  oneAlphabet,
  fc.string({ unit: fc.constantFrom(...alphabets.join(''), ...marks, 'ŉ', 'ǆ', 'ﬁ'), maxLength: 10 }),
  fc.string({ unit: 'binary', maxLength: 10 }),
)
const valid = oneAlphabet.filter((name) => checkUsername(name) === null)

describe('properties of user names', () => {
  it('the canonical form is its own canonical form', () => {
    fc.assert(
      fc.property(text, (name) => {
        const canonical = canonicalUsername(name)
        expect(canonicalUsername(canonical)).toBe(canonical)
      }),
      { numRuns: 2000 },
    )
  })

  it('width, case, composition, and blanks and invisible characters around it make no other name', () => {
    fc.assert(
      fc.property(valid, (name) => {
        const canonical = canonicalUsername(name)
        for (const variant of [
          wide(name),
          name.toUpperCase(),
          name.normalize('NFD'),
          displayUsername(name),
          ` ${name}\u3000`,
          `\u200b${name}\u00ad`,
        ]) {
          expect(canonicalUsername(variant)).toBe(canonical)
          expect(usernameSkeleton(variant)).toBe(usernameSkeleton(name))
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('a valid name has a skeleton, and stays valid in its canonical form and as shown', () => {
    fc.assert(
      fc.property(valid, (name) => {
        expect(usernameSkeleton(name)).not.toBe('')
        expect(checkUsername(displayUsername(name))).toBeNull()
        expect(displayUsername(name)).not.toMatch(/[\s\p{C}<>"'&/\\@]/u)
      }),
    )
  })

  it('equal canonical forms have equal skeletons', () => {
    fc.assert(
      fc.property(text, (name) => {
        expect(usernameSkeleton(canonicalUsername(name))).toBe(usernameSkeleton(name))
      }),
    )
  })
})
