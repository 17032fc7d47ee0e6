import { describe, expect, it } from 'vitest'
import { Turns } from '#web/features/publish/upload/delivery/turns'
import { titleOf } from '#web/features/publish/upload/draft/title-of'

const { signal } = new AbortController()
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Records in `order` who gets a turn, and collects the functions that end it. */
function queueUp(turns: Turns, order: string[]) {
  const ends = new Map<string, () => void>()
  const take = (kind: Parameters<Turns['take']>[0], key: string, of = signal) =>
    turns.take(kind, key, of).then(
      (end) => {
        order.push(`${kind} ${key}`)
        ends.set(`${kind} ${key}`, end)
      },
      () => order.push(`left ${key}`),
    )
  return { take, ends }
}

describe('turns', () => {
  it('go in the order of the queue, however they were asked for, and follow a move', async () => {
    const turns = new Turns()
    const order: string[] = []
    const { take, ends } = queueUp(turns, order)
    turns.setOrder(['a', 'b', 'c', 'd'])
    for (const key of ['a', 'd', 'c', 'b']) void take('prepare', key)
    await settled()
    expect(order).toEqual(['prepare a'])
    ends.get('prepare a')?.()
    await settled()
    turns.setOrder(['d', 'a', 'b', 'c'])
    ends.get('prepare b')?.()
    await settled()
    expect(order).toEqual(['prepare a', 'prepare b', 'prepare d'])
  })

  it('let two be sent at a time, and encode only when nothing waits for what comes before', async () => {
    const turns = new Turns()
    const order: string[] = []
    const { take, ends } = queueUp(turns, order)
    for (const key of ['a', 'b', 'c']) void take('send', key)
    void take('encode', 'a')
    await settled()
    expect(order).toEqual(['send a', 'send b'])
    ends.get('send a')?.()
    await settled()
    expect(order).toEqual(['send a', 'send b', 'send c', 'encode a'])
  })

  it('let pictures be drawn while another video is encoded', async () => {
    const turns = new Turns()
    const order: string[] = []
    const { take } = queueUp(turns, order)
    void take('encode', 'a')
    void take('draw', 'b')
    await settled()
    expect(order).toEqual(['encode a', 'draw b'])
  })

  it('pass by what was cancelled, waiting or running', async () => {
    const turns = new Turns()
    const order: string[] = []
    const { take } = queueUp(turns, order)
    const [running, waiting] = [new AbortController(), new AbortController()]
    void take('prepare', 'a', running.signal)
    void take('prepare', 'b', waiting.signal)
    void take('prepare', 'c')
    await settled()
    waiting.abort()
    // The holder may notice late, or never.
    running.abort()
    await settled()
    expect(order).toEqual(['prepare a', 'left b', 'prepare c'])
  })
})

describe('titleOf', () => {
  it.each([
    ['slow_light-1080p (2).mp4', 'Slow light'],
    ['harbour.at.night.x264.mkv', 'Harbour at night'],
    ['Übergang - Teil 2 [4k].mov', 'Übergang Teil 2'],
    ['IMG_1234.MOV', ''],
    ['VID_20240101_120000.mp4', ''],
    ['20231105_143000.mp4', ''],
    ['clip.mp4', ''],
  ])('makes of %s: %s', (name, title) => expect(titleOf(name)).toBe(title))
})
