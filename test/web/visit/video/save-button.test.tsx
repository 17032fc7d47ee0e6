import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { SaveButton } from '#web/entities/video/saved/save-button.tsx'
import { changeViewer } from '#web/entities/viewer/change-viewer'
import { viewerQuery } from '#web/entities/viewer/viewer-query'
import { expectAccessible } from '../../support/axe'
import { type PageOptions, problem, renderPage } from '../../support/page'
import { makeUser, makeVideo } from '../../support/site'

const video = makeVideo(1)
const state = (id: number, saved: boolean) => ({ id, liked: false, saved, position: null })

function renderButtons(options: PageOptions = {}) {
  return renderPage(
    '/',
    '/',
    <>
      <SaveButton video={video} look="hero" />
      <SaveButton video={video} look="card" />
      <SaveButton video={makeVideo(2)} look="card" />
    </>,
    {
      viewer: makeUser(),
      answers: { 'GET /api/videos/mine?ids=1%2C2': [state(1, false), state(2, true)] },
      ...options,
    },
  )
}

const pressed = () =>
  screen.getAllByRole('button', { name: /^Save/ }).map((button) => button.getAttribute('aria-pressed'))

describe('the Save toggle', () => {
  it('asks once for all that stand on a page', async () => {
    const { sent } = renderButtons()
    await waitFor(() => expect(pressed()).toEqual(['false', 'false', 'true']))
    expect(sent).toHaveLength(1)
    await expectAccessible()
  })

  it('changes at once wherever the video stands, and the last wish wins', async () => {
    const answers: PageOptions['answers'] = {
      'GET /api/videos/mine?ids=1%2C2': [state(1, false), state(2, true)],
      'PUT /api/videos/1/save': { saved: true },
      'DELETE /api/videos/1/save': { saved: false },
    }
    const { sent } = renderButtons({ viewer: makeUser(), answers })
    await waitFor(() => expect(pressed()).toEqual(['false', 'false', 'true']))
    const [hero, card] = screen.getAllByRole('button', { name: /^Save/ })
    hero?.click()
    await waitFor(() => expect(pressed()).toEqual(['true', 'true', 'true']))
    card?.click()
    await waitFor(() => expect(pressed()).toEqual(['false', 'false', 'true']))
    hero?.click()
    expect(await screen.findByText('Video saved')).toBeTruthy()
    await waitFor(() => expect(pressed()).toEqual(['true', 'true', 'true']))
    const wishes = sent.filter(({ path }) => path === '/api/videos/1/save').map(({ method }) => method)
    expect(wishes.at(-1)).toBe('PUT')
    expect(wishes.length).toBeLessThanOrEqual(3)
  })

  it('goes back when the server refuses, and says why', async () => {
    renderButtons({
      viewer: makeUser(),
      answers: {
        'GET /api/videos/mine?ids=1%2C2': [state(1, false), state(2, true)],
        'PUT /api/videos/1/save': problem(409, 'conflict', 'There is no room for more.'),
      },
    })
    await waitFor(() => expect(pressed()).toEqual(['false', 'false', 'true']))
    await userEvent.click(screen.getAllByRole('button', { name: /^Save/ })[1] as HTMLElement)
    expect(await screen.findByText('There is no room for more.')).toBeTruthy()
    expect(pressed()).toEqual(['false', 'false', 'true'])
  })

  it('says what the server has, where only its answer was lost', async () => {
    let saved = false
    renderButtons({
      viewer: makeUser(),
      answers: {
        'GET /api/videos/mine?ids=1%2C2': [state(1, false), state(2, true)],
        'GET /api/videos/mine?ids=1': () => [state(1, saved)],
        'PUT /api/videos/1/save': () => {
          saved = true
          return Promise.reject(new TypeError('Failed to fetch'))
        },
      },
    })
    await waitFor(() => expect(pressed()).toEqual(['false', 'false', 'true']))
    await userEvent.click(screen.getAllByRole('button', { name: /^Save/ })[0] as HTMLElement)
    expect(await screen.findByText('Action failed')).toBeTruthy()
    await waitFor(() => expect(pressed()).toEqual(['true', 'true', 'true']))
  })

  it('shows whoever signs in what they saved, and leaves that to them', async () => {
    const put = Promise.withResolvers<object>()
    const { queryClient } = renderButtons({
      viewer: makeUser(),
      answers: {
        'GET /api/videos/mine?ids=1%2C2': () =>
          queryClient.getQueryData(viewerQuery.queryKey)?.id === 7
            ? [state(1, false), state(2, true)]
            : [state(1, false), state(2, false)],
        'PUT /api/videos/1/save': () => put.promise,
      },
    })
    await waitFor(() => expect(pressed()).toEqual(['false', 'false', 'true']))
    await userEvent.click(screen.getAllByRole('button', { name: /^Save/ })[0] as HTMLElement)
    await waitFor(() => expect(pressed()).toEqual(['true', 'true', 'true']))
    await changeViewer(queryClient, makeUser({ id: 8 }))
    await waitFor(() => expect(pressed()).toEqual(['false', 'false', 'false']))
    put.resolve({ saved: true })
    expect(await screen.findByText('Video saved')).toBeTruthy()
    expect(pressed()).toEqual(['false', 'false', 'false'])
  })

  it('tells a visitor to sign in, and asks nothing', async () => {
    const { sent } = renderButtons({ viewer: null })
    await userEvent.click(screen.getAllByRole('button', { name: /^Save/ })[0] as HTMLElement)
    expect(await screen.findByText('Sign in to save videos')).toBeTruthy()
    expect(pressed()).toEqual(['false', 'false', 'false'])
    expect(sent).toEqual([])
  })

  it('of a video by itself needs no request', async () => {
    const { sent } = renderPage(
      '/',
      '/',
      <SaveButton video={{ ...video, savedByMe: true }} look="button" />,
      {
        viewer: makeUser(),
      },
    )
    expect(screen.getByRole('button', { name: 'Saved' }).getAttribute('aria-pressed')).toBe('true')
    expect(sent).toEqual([])
  })
})
