import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { MyVideosPage } from '#web/app/pages/publish/my-videos.tsx'
import { OwnRemovalPage } from '#web/app/pages/visit/own-removal.tsx'
import { expectAccessible } from '../../support/axe'
import { type PageOptions, problem, renderPage } from '../../support/page'
import { makeOwnRemoval } from '../../support/safety'
import { makeUser } from '../../support/site'

describe('an own removal', () => {
  const address = 'GET /api/removals/5'

  function renderOwn(answers: NonNullable<PageOptions['answers']>, viewer = makeUser()) {
    return renderPage('/removals/5', '/removals/:id', <OwnRemovalPage />, { viewer, answers })
  }

  it('is shown with its statement of reasons, and can be appealed once', async () => {
    let removal = makeOwnRemoval(5)
    const words = 'I have a licence for the music.'
    const { sent } = renderOwn({
      [address]: () => removal,
      'POST /api/removals/5/appeal': () => {
        const appeal = { at: '2026-11-21T12:00:00.000Z', text: words, status: 'open' as const, note: null }
        removal = makeOwnRemoval(5, { appealUntil: null, appeal })
        return Response.json(removal, { status: 201 })
      },
    })
    expect(await screen.findByText('The music belongs to a label that complained.')).toBeTruthy()
    expect(screen.getByText('December 4, 2026')).toBeTruthy()
    await expectAccessible()
    await userEvent.click(screen.getByRole('button', { name: 'Send appeal' }))
    expect(screen.getByText(/Please tell us why we should restore the video/)).toBeTruthy()
    await userEvent.type(screen.getByLabelText('Why should we restore the video?'), words)
    await userEvent.click(screen.getByRole('button', { name: 'Send appeal' }))
    const mine = await screen.findByRole('region', { name: 'Your appeal' })
    expect(screen.queryByRole('button', { name: 'Send appeal' })).toBeNull()
    expect(screen.getByText('Appeal sent')).toBeTruthy()
    expect(document.activeElement).toBe(mine)
    expect(sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([{ text: words }])
  })

  it('keeps the words of an appeal that could not be sent', async () => {
    renderOwn({
      [address]: makeOwnRemoval(5),
      'POST /api/removals/5/appeal': problem(500, 'internal', 'Broken.'),
    })
    const field = await screen.findByLabelText<HTMLTextAreaElement>('Why should we restore the video?')
    await userEvent.type(field, 'I have a licence for the music.')
    await userEvent.click(screen.getByRole('button', { name: 'Send appeal' }))
    expect(await screen.findByText('Broken.')).toBeTruthy()
    expect(field.value).toBe('I have a licence for the music.')
  })

  it('says when the time is over, and what became of an appeal', async () => {
    const { unmount } = renderOwn({ [address]: makeOwnRemoval(5, { appealUntil: null }) })
    expect(await screen.findByText('The appeal period has ended.')).toBeTruthy()
    unmount()
    const appeal = {
      at: '2026-11-21T12:00:00.000Z',
      text: 'I have a licence.',
      status: 'upheld' as const,
      note: 'The licence is valid.',
    }
    renderOwn({ [address]: makeOwnRemoval(5, { appealUntil: null, appeal }) })
    expect(await screen.findByText('Your appeal was upheld, and the video has been restored.')).toBeTruthy()
    expect(screen.getByText('The licence is valid.')).toBeTruthy()
  })

  it('is nobody else’s', async () => {
    const { unmount } = renderOwn({ [address]: problem(404, 'not_found', 'Nothing here.') })
    expect(await screen.findByRole('heading', { level: 1, name: 'Nothing found' })).toBeTruthy()
    unmount()
    renderPage('/removals/5', '/removals/:id', <OwnRemovalPage />)
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/signin?from=%2Fremovals%2F5')
  })
})

describe('removed videos in My Videos', () => {
  const own = 'GET /api/videos/my-videos?tab=all'

  function renderMine(removals: unknown, answers: PageOptions['answers'] = {}) {
    return renderPage('/my-videos', '/my-videos', <MyVideosPage />, {
      viewer: makeUser({ id: 3 }),
      answers: {
        [own]: [],
        'GET /api/videos/my-videos/counts': { all: 0, public: 0, private: 0, premium: 0, free: 0 },
        'GET /api/removals': removals,
        ...answers,
      },
    })
  }

  it('are listed below the others', async () => {
    renderMine([2, 1].map((id) => makeOwnRemoval(id)))
    const region = await screen.findByRole('region', { name: 'Taken down' })
    const list = within(region)
    const addresses = list.getAllByRole('link').map((link) => link.getAttribute('href'))
    // Its title, and the appeal.
    expect(addresses).toEqual(['/removals/2', '/removals/2', '/removals/1', '/removals/1'])
    expect(list.getAllByText(/you can appeal until/)).toHaveLength(2)
    const tabs = screen.getByRole('tablist')
    expect(tabs.compareDocumentPosition(region)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    await expectAccessible()
  })

  it('wait until the videos are there, below which they would jump', async () => {
    let answer = (_: unknown[]) => {}
    const videos = new Promise<unknown[]>((resolve) => {
      answer = resolve
    })
    const { sent } = renderMine([makeOwnRemoval(1)], { [own]: () => videos })
    await screen.findByRole('status', { name: 'Loading your videos' })
    await waitFor(() => expect(sent.map(({ path }) => path)).toContain('/api/videos/my-videos/counts'))
    expect(screen.queryByRole('region', { name: 'Taken down' })).toBeNull()
    answer([])
    expect(await screen.findByRole('region', { name: 'Taken down' })).toBeTruthy()
  })

  it('that can not be loaded say so, and come when they can', async () => {
    let answer: unknown = problem(500, 'internal', 'Broken.')
    renderMine(() => answer)
    const list = within(await screen.findByRole('region', { name: 'Taken down' }))
    expect(list.getByText('Broken.')).toBeTruthy()
    answer = [makeOwnRemoval(1)]
    await userEvent.click(list.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: 'Taken down 1' })).toBeTruthy()
  })

  it('are loaded page by page, and say when more could not be', async () => {
    let isDown = true
    const next = '</api/removals?cursor=abc>; rel="next"'
    renderMine(Response.json([makeOwnRemoval(2)], { headers: { link: next } }), {
      'GET /api/removals?cursor=abc': () =>
        isDown ? problem(500, 'internal', 'Broken.') : [makeOwnRemoval(1)],
    })
    const list = within(await screen.findByRole('region', { name: 'Taken down' }))
    await userEvent.click(list.getByRole('button', { name: 'Load more' }))
    expect(await list.findByText("Couldn't load more.")).toBeTruthy()
    isDown = false
    await userEvent.click(list.getByRole('button', { name: 'Load more' }))
    expect(await list.findByRole('link', { name: 'Taken down 1' })).toBeTruthy()
  })

  it('may be none', async () => {
    const { sent } = renderMine([])
    await screen.findByText("You haven't uploaded any videos yet")
    await waitFor(() => expect(sent.map(({ path }) => path)).toContain('/api/removals'))
    expect(screen.queryByRole('region', { name: 'Taken down' })).toBeNull()
  })
})
