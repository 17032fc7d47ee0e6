import { expect, it, vi } from 'vitest'
import { offerPlayFrom, playFrom } from '#web/entities/video/playback/play-from'

it('plays at once, or as soon as there is the player of that video', () => {
  const play = vi.fn()
  playFrom(1, 10)
  offerPlayFrom(2, play)()
  expect(play).not.toHaveBeenCalled()
  playFrom(3, 20)
  const takeBack = offerPlayFrom(3, play)
  expect(play).toHaveBeenLastCalledWith(20)
  playFrom(3, 30)
  playFrom(1, 40)
  expect(play.mock.calls).toEqual([[20], [30]])
  takeBack()
  playFrom(3, 50)
  expect(play).toHaveBeenCalledTimes(2)
})
