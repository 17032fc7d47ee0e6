import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { EditVideoPage } from '#web/app/pages/publish/edit-video.tsx'
import { changedValues, editValuesOf } from '#web/features/publish/edit/edit-values'
import { localMinute } from '#web/features/publish/upload/form/local-time'
import { expectAccessible } from '../support/axe'
import { own, renderEdit, save, title } from '../support/edit-page'
import { problem, renderPage } from '../support/page'
import { makeUser, makeVideo, renderSite } from '../support/site'

// The studio needs workers, WebCodecs and OPFS: the browser tests have them.
vi.mock('#web/studio/studio', () => ({
  treatmentOf: () => 'copy',
  prepareVideo: vi.fn(),
  drawPictures: async () => {},
  makeLadder: vi.fn(),
  filmstrip: async () => 0,
  inspectVideo: () => new Promise(() => {}),
  grabFrame: vi.fn(),
}))

describe('edit page', () => {
  it('sends a visitor to sign in', async () => {
    renderEdit({}, {}, null)
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/signin?from=%2Fedit-video%2F5')
  })

  it('sends somebody else away with a word', async () => {
    renderEdit({ userId: 8 })
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/my-videos')
    expect(screen.getByText('Unauthorized')).toBeTruthy()
    expect(screen.getByText('You can only edit your own videos')).toBeTruthy()
  })

  it('knows a video that does not exist, whatever its id looks like', async () => {
    const { unmount } = renderEdit({}, { 'GET /api/videos/5': problem(404, 'not_found', 'No such video.') })
    expect(await screen.findByRole('heading', { name: 'Video not found' })).toBeTruthy()
    expect(
      screen.getByText("The video you're trying to edit doesn't exist or has been removed."),
    ).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go to My Videos' }).getAttribute('href')).toBe('/my-videos')
    unmount()
    const { sent } = renderPage('/edit-video/x', '/edit-video/:id', <EditVideoPage />, { viewer: makeUser() })
    expect(await screen.findByRole('heading', { name: 'Video not found' })).toBeTruthy()
    expect(sent).toEqual([])
  })

  it('shows what there is, and sends only what was changed', async () => {
    const { sent } = renderEdit({ description: 'Old words', duration: 75 })
    const field = await title()
    expect(field).toHaveProperty('value', 'Video 5')
    const values = [...document.querySelectorAll('input')].map(({ value }) => value)
    expect(values.filter((value) => value.includes('/media/'))).toEqual([])
    expect(screen.getByText('1:15, read from the file.')).toBeTruthy()
    expect(save()).toHaveProperty('disabled', true)
    await expectAccessible()

    await userEvent.clear(field)
    await userEvent.type(field, 'New title')
    await userEvent.clear(screen.getByLabelText('Description'))
    await userEvent.click(screen.getByRole('radio', { name: /^Private/ }))
    await userEvent.click(save())
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/my-videos')
    expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({
      title: 'New title',
      description: '',
      visibility: 'private',
    })
  })

  it('publishes it later, at a time in the zone of this browser', async () => {
    const { sent } = renderEdit({})
    await title()
    await userEvent.click(screen.getByRole('radio', { name: /^Publish later/ }))
    const time = screen.getByLabelText<HTMLInputElement>('Publish on')
    expect(screen.getByText(/^Your local time, /)).toBeTruthy()
    fireEvent.change(time, { target: { value: '' } })
    await userEvent.click(save())
    expect(screen.getByText('Please enter a date and time.')).toBeTruthy()
    expect(sent.some(({ method }) => method === 'PATCH')).toBe(false)
    fireEvent.change(time, { target: { value: '2027-03-04T19:05' } })
    await expectAccessible()
    await userEvent.click(save())
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/my-videos')
    expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({
      visibility: 'private',
      publishAt: new Date(2027, 2, 4, 19, 5).toISOString(),
    })
  })

  it('calls off what was scheduled, and keeps it private', async () => {
    const scheduled = { isPublic: false, publishAt: '2027-03-04T19:05:00.000Z' }
    const { sent } = renderEdit(scheduled)
    await title()
    expect(screen.getByLabelText<HTMLInputElement>('Publish on').value).toBe(
      localMinute(Date.parse(scheduled.publishAt)),
    )
    await userEvent.click(screen.getByRole('radio', { name: /^Private/ }))
    expect(screen.queryByLabelText('Publish on')).toBeNull()
    await userEvent.click(save())
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/my-videos')
    expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({ publishAt: null })
  })

  it('shows the link of an unlisted video, and replaces it after asking', async () => {
    const [key, next] = ['k'.repeat(22), 'n'.repeat(22)]
    const unlisted = { isPublic: false, visibility: 'unlisted', unlistedKey: key } as const
    const { sent } = renderEdit(unlisted, {
      'POST /api/videos/5/link': makeVideo(5, { ...own, ...unlisted, unlistedKey: next }),
    })
    const link = () => screen.getByLabelText<HTMLInputElement>('Link to this video').value
    await title()
    expect(link()).toMatch(new RegExp(`/video/5\\?key=${key}$`))
    await userEvent.click(screen.getByRole('button', { name: 'New link' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Create new link' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ replaces: key })
    expect(screen.getByText('New link created')).toBeTruthy()
  })

  it('says why the video was rejected, and sends it in again', async () => {
    const rejected = { review: 'rejected', reason: "It's already on the site." } as const
    const { sent } = renderEdit(rejected, {
      'POST /api/videos/5/resubmit': makeVideo(5, { ...own, review: 'pending' }),
    })
    expect(await screen.findByText('This video was rejected')).toBeTruthy()
    expect(screen.getByText("It's already on the site.")).toBeTruthy()
    await expectAccessible()
    await userEvent.click(screen.getByRole('button', { name: 'Resubmit' }))
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/my-videos')
    expect(screen.getByText('Video resubmitted')).toBeTruthy()
    expect(sent.filter(({ method }) => method !== 'GET').map(({ method }) => method)).toEqual(['POST'])
  })

  it('saves first what was changed, and says when the video was not sent in again', async () => {
    const { sent } = renderEdit(
      { review: 'rejected', reason: "It's already on the site." },
      { 'POST /api/videos/5/resubmit': problem(409, 'conflict', 'This video isn’t rejected any more.') },
    )
    await userEvent.type(await title(), ', again')
    await userEvent.click(screen.getByRole('button', { name: 'Save and resubmit' }))
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/my-videos')
    expect(screen.getByText('This video isn’t rejected any more.')).toBeTruthy()
    expect(
      sent.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`),
    ).toEqual(['PATCH /api/videos/5', 'POST /api/videos/5/resubmit'])
  })

  it('can save a rejected video without sending it in', async () => {
    const { sent } = renderEdit({ review: 'rejected', reason: "It's already on the site." })
    await userEvent.type(await title(), ', again')
    await userEvent.click(save())
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/my-videos')
    expect(sent.some(({ method }) => method === 'POST')).toBe(false)
  })

  it('refuses a wrong address before it is sent', async () => {
    const { sent } = renderEdit()
    await title()
    await userEvent.click(screen.getByRole('button', { name: 'Use an image URL' }))
    const field = screen.getByLabelText('Thumbnail URL')
    expect(field).toHaveProperty('value', '')
    await userEvent.type(field, 'nonsense')
    await userEvent.click(save())
    expect(await screen.findByText('Please enter a valid thumbnail URL')).toBeTruthy()
    expect(sent.some(({ method }) => method === 'PATCH')).toBe(false)
    await userEvent.clear(field)
    await userEvent.type(field, 'https://example.com/a.jpg')
    await userEvent.click(save())
    await screen.findByTestId('elsewhere')
    const patch = sent.find(({ method }) => method === 'PATCH')
    expect(patch?.body).toEqual({ thumbnailUrl: 'https://example.com/a.jpg' })
  })

  it('keeps what was typed when saving fails', async () => {
    const errors = [{ path: 'title', message: 'Choose other words.' }]
    renderEdit(
      {},
      { 'PATCH /api/videos/5': problem(400, 'invalid_input', 'Please check the title.', errors) },
    )
    await userEvent.type(await title(), ' again')
    await userEvent.click(save())
    expect(await screen.findByText('Choose other words.')).toBeTruthy()
    expect(screen.getByText('Update failed')).toBeTruthy()
    expect(await title()).toHaveProperty('value', 'Video 5 again')
  })

  it('asks before unsaved changes are left', async () => {
    renderEdit()
    await userEvent.type(await title(), ' again')
    await userEvent.click(screen.getByRole('link', { name: 'Cancel' }))
    expect(await screen.findByRole('alertdialog', { name: 'Discard unsaved changes?' })).toBeTruthy()
    await expectAccessible()
    await userEvent.click(screen.getByRole('button', { name: 'Keep editing' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(await title()).toHaveProperty('value', 'Video 5 again')
    await userEvent.click(screen.getByRole('link', { name: 'Back' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }))
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/my-videos')
  })

  it('asks before a search leads away, and goes where it leads', async () => {
    const video = makeVideo(5, own)
    renderSite('/edit-video/5', {
      viewer: makeUser(),
      answers: { '/api/videos/5': video, '/api/search?q=blue+hour': [] },
    })
    await userEvent.type(await title(), ' again')
    await userEvent.type(screen.getByRole('combobox', { name: 'Search videos' }), 'blue hour{Enter}')
    await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }))
    expect(await screen.findByRole('heading', { level: 1, name: /Results for/ })).toBeTruthy()
  })

  it('leaves without a question when nothing was changed', async () => {
    renderEdit()
    await title()
    await userEvent.click(screen.getByRole('link', { name: 'Cancel' }))
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/my-videos')
  })

  it('lets a lapsed member take the premium mark away, not set it', async () => {
    const { unmount } = renderEdit()
    expect(await screen.findByRole('switch', { name: 'Premium Content' })).toHaveProperty('disabled', true)
    unmount()
    renderEdit({ isPremium: true })
    expect(await screen.findByRole('switch', { name: 'Premium Content' })).toHaveProperty('disabled', false)
  })
})

describe('changedValues', () => {
  const before = editValuesOf(makeVideo(1, { description: 'words', videoUrl: null }))

  it('is empty when nothing changed, and leaves out an address that there isn’t', () => {
    expect(changedValues(before, before)).toEqual({})
    expect(changedValues({ ...before, thumbnailUrl: '/media/x' }, before)).toEqual({})
  })

  it('takes an emptied description for what it is', () => {
    expect(changedValues(before, { ...before, description: '' })).toEqual({ description: '' })
  })
})
