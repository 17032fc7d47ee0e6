import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { AdminVideo } from '#contract/schemas/moderation/content'
import type { VideoCopies } from '#contract/schemas/moderation/safety'
import { offerPassword } from '#web/entities/viewer/with-password'
import { makeAdminVideo } from '../../support/content'
import { cardOf, renderContent } from '../../support/content-panel'
import { problem, type SentRequest } from '../../support/page'
import { pickItem } from '../../support/pick-item'

describe('a video', () => {
  it('changes with its switch at once, and back when the server refuses', async () => {
    let refuse = () => {}
    const answered = new Promise<Response>((resolve) => {
      refuse = () => resolve(problem(409, 'conflict', 'It is on hold.'))
    })
    const { sent } = renderContent([makeAdminVideo(1)], { 'PATCH /api/videos/1': () => answered })
    const card = await cardOf('Video 1')
    const isPremium = card.getByRole<HTMLInputElement>('switch', { name: 'Premium: Video 1' })
    await userEvent.click(isPremium)
    await waitFor(() => expect(isPremium.checked).toBe(true))
    expect(card.getByText('PREMIUM')).toBeTruthy()
    refuse()
    expect(await screen.findByText('Failed to update video. It is on hold.')).toBeTruthy()
    await waitFor(() => expect(isPremium.checked).toBe(false))
    expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({ isPremium: true })
  })

  it('stays as it was last wanted while other switches are on their way', async () => {
    const server = [makeAdminVideo(1), makeAdminVideo(2)]
    const answers: (() => void)[] = []
    const patched = (at: number) => (request: SentRequest) =>
      new Promise((resolve) =>
        answers.push(() => {
          server[at] = { ...server[at], ...(request.body as object) } as AdminVideo
          resolve(server[at])
        }),
      )
    const { sent } = renderContent([], {
      'GET /api/admin/videos?limit=50': () => structuredClone(server),
      'PATCH /api/videos/1': patched(0),
      'PATCH /api/videos/2': patched(1),
    })
    const premium = await screen.findByRole<HTMLInputElement>('switch', { name: 'Premium: Video 1' })
    const isPublic = screen.getByRole<HTMLInputElement>('switch', { name: 'Public: Video 2' })
    await userEvent.click(premium)
    await userEvent.click(isPublic)
    await userEvent.click(premium)
    const turned = () => sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body)
    const inOrder = [{ isPremium: true }, { isPublic: false }, { isPremium: false }]
    for (const count of [1, 2, 3]) {
      await waitFor(() => expect(turned()).toEqual(inOrder.slice(0, count)))
      await waitFor(() => expect([premium.checked, isPublic.checked]).toEqual([false, false]))
      act(() => answers[count - 1]?.())
    }
    await waitFor(() =>
      expect(sent.filter(({ path }) => path === '/api/admin/videos?limit=50')).toHaveLength(2),
    )
    expect([premium.checked, isPublic.checked]).toEqual([false, false])
  })

  it('keeps what else was turned when the server refuses one switch', async () => {
    const refused = Promise.withResolvers<Response>()
    renderContent([makeAdminVideo(1)], {
      'PATCH /api/videos/1': ({ body }: SentRequest) =>
        'isPremium' in (body as object) ? refused.promise : new Promise(() => {}),
    })
    const premium = await screen.findByRole<HTMLInputElement>('switch', { name: 'Premium: Video 1' })
    const isPublic = screen.getByRole<HTMLInputElement>('switch', { name: 'Public: Video 1' })
    await userEvent.click(premium)
    await userEvent.click(isPublic)
    await waitFor(() => expect([premium.checked, isPublic.checked]).toEqual([true, false]))
    refused.resolve(problem(409, 'conflict', 'It is on hold.'))
    await waitFor(() => expect(premium.checked).toBe(false))
    expect(isPublic.checked).toBe(false)
  })

  it('is made private with the other switch alone', async () => {
    const { sent } = renderContent([makeAdminVideo(1)], { 'PATCH /api/videos/1': makeAdminVideo(1) })
    await userEvent.click(await screen.findByRole('switch', { name: 'Public: Video 1' }))
    await waitFor(() =>
      expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({ isPublic: false }),
    )
  })

  it('is deleted after a question, and not without', async () => {
    const videos = [makeAdminVideo(1), makeAdminVideo(2)]
    const { sent } = renderContent(videos, {
      'DELETE /api/videos/1': () => {
        videos.shift()
        return new Response(null, { status: 204 })
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Video 1' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete Video' }))
    expect(dialog.getByText('Video 1')).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(sent.some(({ method }) => method === 'DELETE')).toBe(false)
    await userEvent.click(screen.getByRole('button', { name: 'Delete Video 1' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    await cardOf('Video 2')
    expect(screen.queryByRole('heading', { name: 'Video 1' })).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Videos' })))
  })

  it('is deleted once the password was typed, where the server wants it', async () => {
    const withdraw = offerPassword(async () => true)
    const answers = [
      problem(403, 'password_required', 'Please enter your password again first.'),
      new Response(null, { status: 204 }),
    ]
    const { sent } = renderContent([makeAdminVideo(1)], { 'DELETE /api/videos/1': () => answers.shift() })
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Video 1' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('“Video 1” is no longer shown.')).toBeTruthy()
    expect(sent.filter(({ method }) => method === 'DELETE')).toHaveLength(2)
    withdraw()
  })

  it('stays when it can not be deleted, and says so', async () => {
    renderContent([makeAdminVideo(1)], { 'DELETE /api/videos/1': problem(500, 'internal', 'Broken.') })
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Video 1' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Failed to delete video. Broken.')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await cardOf('Video 1')
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete Video 1' })),
    )
  })

  it('is listed no longer when another one was first to delete it', async () => {
    const videos = [makeAdminVideo(1), makeAdminVideo(2)]
    renderContent(videos, {
      'DELETE /api/videos/1': () => {
        videos.shift()
        return problem(404, 'not_found', 'This video does not exist.')
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Video 1' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Failed to delete video. This video does not exist.')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await cardOf('Video 2')
    expect(screen.queryByRole('heading', { name: 'Video 1' })).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Videos' })))
  })

  it('is taken down from its menu, and shown as removed then', async () => {
    const videos = [makeAdminVideo(1), makeAdminVideo(2, { hold: 'removed' })]
    const noCopies = { copies: [], likenesses: [], removed: [], isUnread: false, hasMore: false }
    const twin = { id: 7, title: 'The same film', uploader: { id: 3, username: 'Sam' } }
    const alike = { id: 8, title: 'Nearly the same', uploader: { id: 4, username: 'Kim' } }
    let copies: VideoCopies = { ...noCopies, copies: [twin], likenesses: [alike] }
    const { sent } = renderContent(videos, {
      'GET /api/admin/videos/1/copies': () => copies,
      'POST /api/admin/videos/1/remove': () => {
        copies = { ...noCopies, removed: [{ ...twin, isOriginal: false }] }
        videos[0] = makeAdminVideo(1, { hold: 'removed' })
        return new Response(null, { status: 204 })
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'More for Video 1' }))
    await pickItem('Remove')
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove video' }))
    // Which other videos are removed with it depends on the reason.
    expect(await dialog.findByText(/^These hold the same film, .* depending on the reason:$/)).toBeTruthy()
    await userEvent.selectOptions(dialog.getByRole('combobox'), 'copyright')
    const groupOf = (title: RegExp) => dialog.getByText(title).parentElement as HTMLElement
    const quarantined = groupOf(/^These hold the same film and will be quarantined/)
    expect(within(quarantined).getByRole('link', { name: /^The same film/ })).toBeTruthy()
    await userEvent.selectOptions(dialog.getByRole('combobox'), 'illegal')
    const removed = groupOf(/^These hold the same film and will be removed too/)
    expect(
      within(removed)
        .getByRole('link', { name: /^The same film/ })
        .getAttribute('href'),
    ).toBe('/video/7')
    expect(removed.textContent).toContain('by Sam')
    const alikes = groupOf(/^These share a quality, preview or trailer with it and will be quarantined/)
    expect(within(alikes).getByRole('link', { name: /^Nearly the same/ })).toBeTruthy()
    await userEvent.type(dialog.getByRole('textbox'), 'It shows a crime.')
    await userEvent.click(dialog.getByRole('button', { name: 'Remove video' }))
    expect(await (await cardOf('Video 1')).findByText('REMOVED')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^More for/ })).toBeNull()
    expect(
      await screen.findByText(
        /can appeal once\. “The same film” by Sam will be removed with it\. “Nearly the same” by Kim will be quarantined\.$/,
      ),
    ).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Show copies of Video 1' }))
    expect(await screen.findByText('These copies were removed with it:')).toBeTruthy()
    expect(screen.getByRole('link', { name: /^The same film/ })).toBeTruthy()
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
      reason: 'illegal',
      note: 'It shows a crime.',
    })
  })
})
