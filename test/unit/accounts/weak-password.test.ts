import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isCommonPassword } from '#worker/services/accounts/passwords/common-passwords'
import { isDecorated } from '#worker/services/accounts/passwords/weak'

const filter = readFileSync('web/public/.common-passwords/filter.bin')

describe('common passwords', () => {
  it.each([
    'password',
    'PassWord',
    '123456',
    'qwerty',
    'letmein',
    'iloveyou',
    'trustno1',
    'P@ssw0rd',
    'secret1',
  ])('include %s', (password) => expect(isCommonPassword(password, filter)).toBe(true))

  it('are few others: of 200,000, about 57 are taken for one', () => {
    const taken = Array.from({ length: 200_000 }, (_, index) => `${index}-of-nobody`).filter((password) =>
      isCommonPassword(password, filter),
    )
    expect(taken.length).toBeLessThanOrEqual(80)
  })

  it.each(['nocturne-demo', 'a good password', 'correct horse', 'hoot-hoot', '8v#Kq2!x', ''])(
    'don’t include %j',
    (password) => expect(isCommonPassword(password, filter)).toBe(false),
  )
})

describe('a word with trivial decoration', () => {
  it.each([
    ['nightowl', 'nightowl'],
    ['NightOwl', 'nightowl'],
    ['nightowl123!', 'nightowl'],
    ['1nightowl99', 'nightowl'],
    ['night.owl', 'night_owl'],
    ['ｎｉｇｈｔｏｗｌ', 'nightowl'],
    ['owl@example.org', 'owl@example.org'],
  ])('is %j, of %j', (text, word) => expect(isDecorated(text, word)).toBe(true))

  it.each([
    ['nightowls-fly', 'nightowl'],
    ['nightowl84629', 'nightowl'],
    ['owlnightowl', 'nightowl'],
    ['anything', ''],
    ['anything', '!!'],
    ['5x83920174', 'x'],
  ])('is not %j, of %j', (text, word) => expect(isDecorated(text, word)).toBe(false))
})
