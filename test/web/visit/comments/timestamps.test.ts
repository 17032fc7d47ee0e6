import { expect, it } from 'vitest'
import { splitAtTimes } from '#web/features/visit/comments/timestamps'

const secondsIn = (text: string, duration: number | null = 7200) =>
  splitAtTimes(text, duration).flatMap(({ second }) => second ?? [])

it.each([
  ['At 1:23 and 01:02:03.', [83, 3723]],
  ['(0:05)', [5]],
  ['1:23,4:56', [83, 296]],
  ['75:00', [4500]],
  ['100:00', [6000]],
])('finds the times in %j', (text, seconds) => {
  expect(secondsIn(text)).toEqual(seconds)
})

it.each(['1:2', '1:60', '12:34:56:78', '1:75:00', '1:100:00', '10.1:23', '192.168:33', 'nothing', '99:99'])(
  'finds no time in %j',
  (text) => {
    expect(secondsIn(text)).toEqual([])
  },
)

it('leaves out what the video is too short for, and keeps every letter', () => {
  expect(secondsIn('0:10 and 2:00', 75)).toEqual([10])
  expect(secondsIn('0:10', null)).toEqual([])
  const text = 'From 0:10 on,\nuntil 0:20.'
  expect(splitAtTimes(text, 75).map((piece) => piece.text)).toEqual([
    'From ',
    '0:10',
    ' on,\nuntil ',
    '0:20',
    '.',
  ])
})
