import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../support/axe'
import { makeVideo, renderSite } from '../support/site'

describe('search page', () => {
  it('lists what was found and keeps the words in the box', async () => {
    renderSite('/search?q=blue%20hour', {
      answers: { '/api/search?q=blue+hour': [makeVideo(1, { title: 'Blue hour' })] },
    })
    expect(await screen.findByRole('link', { name: 'Blue hour' })).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('blue hour')
    await waitFor(() => expect(document.title).toBe('Search: blue hour · Nocturne'))
    await expectAccessible()
  })

  it('says what to do when nothing was found', async () => {
    renderSite('/search?q=zzz', { answers: { '/api/search?q=zzz': [] } })
    expect(await screen.findByRole('heading', { name: 'No videos found' })).toBeTruthy()
  })

  it('asks for words when there are none, and doesn’t call', async () => {
    const { requests } = renderSite('/search?q=%20')
    expect(await screen.findByRole('heading', { level: 1, name: 'Search videos' })).toBeTruthy()
    expect(requests.filter((path) => path.startsWith('/api/search'))).toEqual([])
  })

  it('shows the words as text', async () => {
    renderSite('/search?q=%3Cimg%20src%3Dx%3E', { answers: { '/api/search?q=%3Cimg+src%3Dx%3E': [] } })
    const heading = await screen.findByRole('heading', { level: 1 })
    expect(heading.textContent).toBe('Results for <img src=x>')
    expect(heading.querySelector('img')).toBeNull()
  })
})
