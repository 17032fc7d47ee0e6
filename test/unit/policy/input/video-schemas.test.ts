import { describe, expect, it } from 'vitest'
import { createVideoInput, updateVideoInput } from '#contract/schemas/videos/video'

const details = { title: 'Slow light', categoryId: 2 }

describe('addresses of a video', () => {
  it.each(['/media/a/source.mp4', 'https://example.org/a.mp4'])('may be %s', (videoUrl) => {
    expect(createVideoInput.parse({ ...details, videoUrl })).toMatchObject({ videoUrl })
    expect(updateVideoInput.parse({ videoUrl })).toEqual({ videoUrl })
  })

  it.each(['nonsense', '', '/video/1', `https://example.org/${'a'.repeat(2048)}`])(
    'may not be %j, which is said in one sentence',
    (address) => {
      const { error } = updateVideoInput.safeParse({ videoUrl: address, thumbnailUrl: address })
      expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
        ['videoUrl', 'Please enter a valid video URL'],
        ['thumbnailUrl', 'Please enter a valid thumbnail URL'],
      ])
    },
  )
})
