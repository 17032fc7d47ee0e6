import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Poster, type PosterProps } from '#web/entities/video/card/poster.tsx'

const thumbnailUrl = '/media/token.signature/poster.webp'
const poster = { color: '#5c1c44', widths: [1280, 640, 320] }

function show(props: Partial<PosterProps>) {
  const { container } = render(<Poster of={{ thumbnailUrl, poster }} {...props} />)
  return { image: container.querySelector('img'), box: container.firstElementChild as HTMLElement }
}

describe('Poster', () => {
  it('names each width, so that the browser takes the one that the slot needs', () => {
    const { image } = show({ sizes: '96px' })
    expect(image?.getAttribute('src')).toBe(thumbnailUrl)
    expect(image?.srcset.split(', ')).toEqual([
      '/media/token.signature/poster.webp 1280w',
      '/media/token.signature/poster-640.webp 640w',
      '/media/token.signature/poster-320.webp 320w',
    ])
    expect(image?.sizes).toBe('96px')
    expect(image?.getAttribute('loading')).toBe('lazy')
  })

  it('isn’t measured where it is loaded at once', () => {
    const { image } = show({ sizes: '100vw', priority: true })
    expect([image?.sizes, image?.getAttribute('loading')]).toEqual(['100vw', 'eager'])
  })

  it('reserves its place, and fills it with its colour', () => {
    const { image, box } = show({})
    expect([image?.getAttribute('width'), image?.getAttribute('height')]).toEqual(['1280', '720'])
    expect(box.className).toContain('aspect-video')
    expect(box.style.backgroundColor).toBe('rgb(92, 28, 68)')
  })

  it('has one address where there is one width', () => {
    const { image, box } = show({ of: { thumbnailUrl: '/media/token.signature/poster.jpg' } })
    expect(image?.getAttribute('src')).toBe('/media/token.signature/poster.jpg')
    expect([image?.hasAttribute('srcset'), image?.hasAttribute('sizes')]).toEqual([false, false])
    expect(box.style.backgroundColor).toBe('')
  })

  it.each([null, { thumbnailUrl: null }])('is a tile without a picture: %j', (of) => {
    expect(show({ of }).image).toBeNull()
  })
})
