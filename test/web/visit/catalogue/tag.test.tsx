import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { popularWithinTag } from '#contract/values/videos/tags'
import { expectAccessible } from '../../support/axe'
import { categories, makeVideo, renderSite } from '../../support/site'

const tag = (slug: string, name: string, videoCount = 2) => ({ slug, name, videoCount })
const newest = '/api/videos?tag=slow-light'
const popular = `${newest}&sort=popular`

describe('the page of a tag', () => {
  it('lists its videos in the order that its address names', async () => {
    renderSite('/tag/slow-light', {
      boot: { categories },
      answers: {
        '/api/tags/slow-light': tag('slow-light', 'slow light', popularWithinTag + 1),
        [newest]: [makeVideo(1)],
        [popular]: [makeVideo(2)],
      },
    })
    expect(await screen.findByRole('heading', { level: 1, name: '#slow light' })).toBeTruthy()
    expect(screen.getByText('501 videos')).toBeTruthy()
    expect(await screen.findByRole('link', { name: 'Video 1' })).toBeTruthy()
    await waitFor(() => expect(document.title).toBe('slow light · Nocturne'))
    expect(screen.queryByText(/most popular of/)).toBeNull()
    await expectAccessible()
    await userEvent.click(screen.getByRole('link', { name: 'Popular' }))
    expect(await screen.findByRole('link', { name: 'Video 2' })).toBeTruthy()
    expect(screen.getByText('The most popular of the newest 500 videos.')).toBeTruthy()
  })

  it('goes to the tag in the place of a merged one', async () => {
    const { requests } = renderSite('/tag/leisurely?sort=popular', {
      boot: { categories },
      answers: {
        '/api/tags/leisurely': tag('slow-light', 'slow light'),
        '/api/tags/slow-light': tag('slow-light', 'slow light'),
        [popular]: [makeVideo(2)],
      },
    })
    expect(await screen.findByRole('link', { name: 'Video 2' })).toBeTruthy()
    expect(requests).toEqual(['/api/tags/leisurely', '/api/tags/slow-light', popular])
  })

  it('says when there is none', async () => {
    renderSite('/tag/none', {
      boot: { categories },
      answers: { '/api/tags/none': new Response('', { status: 404 }) },
    })
    expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeTruthy()
  })
})

describe('the tags of a video', () => {
  it('lead to their pages', async () => {
    const video = makeVideo(1, { tags: [{ slug: 'slow-light', name: 'slow light' }] })
    renderSite('/video/1', { boot: { categories, video }, answers: { '/api/videos/1/related': [] } })
    const link = await screen.findByRole('link', { name: '#slow light' })
    expect(link.getAttribute('href')).toBe('/tag/slow-light')
  })
})
