import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findTerm, findTermInUsername } from '#worker/policy/blocked-terms'

const list = 'badword\nTwo  words\n\n  Café \n禁止\nаб\n88\nporn\nass\n1488\narea 51'

test.each([
  ['a badword here', 'badword'],
  ['BÀDWORD!', 'badword'],
  ['ｂａｄｗｏｒｄ', 'badword'],
  ['bad\u00adword', 'badword'],
  ['these two-words', 'Two  words'],
  ['#two_words', 'Two  words'],
  ['at the cafe', 'Café'],
  ['これは禁止です', '禁止'],
  ['日本badword日本', 'badword'],
  ['АБ', 'аб'],
])('%s has %s', (text, term) => {
  expect(findTerm(list, text)).toBe(term)
})

test.each(['badwords', 'abadword', 'two other words', 'words two', 'cafes', '禁 止', 'абв', '', '!?'])(
  '%s has none',
  (text) => expect(findTerm(list, text)).toBeNull(),
)

test.each([
  ['badword', 'badword'],
  ['bad.word', 'badword'],
  ['the-badword-99', 'badword'],
  ['TheBadwordClub', 'badword'],
  ['B4dword', 'badword'],
  ['b4dw0rd', 'badword'],
  ['badvvord', null],
  ['badw0rd_2', 'badword'],
  ['TwoWords', 'Two  words'],
  ['2words', null],
  ['anna88', null],
  ['455', null],
  ['4ss', 'ass'],
  ['heil1488', '1488'],
  ['MyArea51', 'area 51'],
  ['88', '88'],
  ['anna-88', '88'],
  ['Pom', null],
  ['P0rn', 'porn'],
  ['SummerPorn7', 'porn'],
  ['badwords', null],
  ['scunthorpebadwordy', null],
  ['someone', null],
])('the username %s has %s', (username, term) => {
  expect(findTermInUsername(list, username)).toBe(term)
})

test('an empty list has no terms, whatever blank lines it holds', () => {
  fc.assert(
    fc.property(fc.string(), (text) => findTerm(' \n\n--\n', text) === null && findTerm('', text) === null),
  )
})

test('a term is found between any other words', () => {
  const word = fc.stringMatching(/^[a-z]{1,8}$/)
  fc.assert(
    fc.property(fc.array(word), word, fc.array(word), (before, term, after) => {
      expect(findTerm(term, [...before, term.toUpperCase(), ...after].join(' '))).toBe(term)
    }),
  )
})
