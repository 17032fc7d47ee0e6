import { expect, it } from 'vitest'
import { damageSentence } from '#web/features/publish/upload/job/damage-text'

it.each([
  [9, 20, 'only 0:09 of 0:20 can be read'],
  [1.3, 1.94, 'only 1.3 of 1.9 seconds can be read'],
])('says that %d of %d seconds are there', (readable, announced, words) => {
  expect(damageSentence({ readable, announced })).toBe(`This file is damaged: ${words}.`)
})
