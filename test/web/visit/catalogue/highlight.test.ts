import { expect, it } from 'vitest'
import { rangesOf } from '#web/features/visit/search/highlight'

it.each([
  ['Slow light, lights and delight', ['light'], ['light', 'light']],
  ['Café Étoile', ['cafe', 'eto'], ['Café', 'Éto']],
  ['Cafe\u0301 noir', ['cafe'], ['Cafe\u0301']],
  ['ﬁlm ＦＩＬＭ film', ['film'], ['ﬁlm', 'ＦＩＬＭ', 'film']],
  ['Nothing here', ['zebra'], []],
])('highlights the beginnings of words: %s', (text, words, wanted) => {
  expect(rangesOf(text, words).map(([start, end]) => text.slice(start, end))).toEqual(wanted)
})
