import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { settingsQuery } from '#web/entities/settings/settings-query'
import { CropDialog } from '#web/features/visit/watch/dialogs/crop-dialog.tsx'
import { ThumbnailDialog } from '#web/features/visit/watch/dialogs/thumbnail-dialog.tsx'
import { expectAccessible } from '../../support/axe'
import { stubObjectUrls } from '../../support/browser/object-urls'
import { makeVideo, settings } from '../../support/site'

const studio = vi.hoisted(() => ({ filmstrip: vi.fn(), frameTimes: vi.fn(), grabFrame: vi.fn() }))
vi.mock('#web/studio/studio', () => studio)

const shown = makeVideo(7, { title: 'Slow light', duration: 40, videoUrl: '/media/x/source.mp4' })

beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => {})
  studio.filmstrip.mockResolvedValue(0)
  studio.frameTimes.mockResolvedValue([])
  studio.grabFrame.mockResolvedValue(new Blob(['jpeg'], { type: 'image/jpeg' }))
})

function Place() {
  const { pathname, search } = useLocation()
  return <output>{pathname + search}</output>
}

function renderAt(element: React.ReactNode) {
  const queryClient = new QueryClient()
  queryClient.setQueryData(settingsQuery.queryKey, settings)
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <Routes>
          <Route index element={element} />
          <Route path="*" element={<Place />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

describe('Generate Thumbnail', () => {
  it('starts at a quarter and becomes the poster of its owner’s video', async () => {
    const savePoster = vi.fn(async () => {})
    const onClose = vi.fn()
    renderAt(<ThumbnailDialog video={shown} savePoster={savePoster} onClose={onClose} />)
    expect(await screen.findByRole('slider')).toHaveProperty('value', '10')
    await expectAccessible()
    await userEvent.click(screen.getByRole('button', { name: 'Use as thumbnail' }))
    await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(studio.grabFrame.mock.lastCall?.slice(0, 2)).toEqual(['/media/x/source.mp4', 10])
    expect(savePoster).toHaveBeenCalledOnce()
  })

  it.each([
    ['image/jpeg', 'jpg'],
    ['image/webp', 'webp'],
  ])('saves the picture for others, who have nothing else to do with it: %s', async (type, extension) => {
    studio.grabFrame.mockResolvedValueOnce(new Blob(['frame'], { type }))
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    stubObjectUrls('blob:x')
    renderAt(<ThumbnailDialog video={shown} savePoster={null} onClose={vi.fn()} />)
    expect(screen.queryByRole('button', { name: 'Use as thumbnail' })).toBeNull()
    await userEvent.click(await screen.findByRole('button', { name: 'Save image' }))
    await vi.waitFor(() => expect(click).toHaveBeenCalled())
    expect((click.mock.instances[0] as unknown as HTMLAnchorElement).download).toBe(
      `Slow-light-10s.${extension}`,
    )
  })

  it('stays open with what was chosen when it fails', async () => {
    const onClose = vi.fn()
    const savePoster = vi.fn(async () => {
      throw new Error('offline')
    })
    renderAt(<ThumbnailDialog video={shown} savePoster={savePoster} onClose={onClose} />)
    await userEvent.click(await screen.findByRole('button', { name: 'Use as thumbnail' }))
    await vi.waitFor(() => expect(savePoster).toHaveBeenCalled())
    expect(onClose).not.toHaveBeenCalled()
    expect(await screen.findByRole('button', { name: 'Use as thumbnail' })).toHaveProperty('disabled', false)
  })
})

describe('Crop Video', () => {
  it('copies a link that plays the selection', async () => {
    const user = userEvent.setup()
    renderAt(<CropDialog video={shown} own={false} onClose={vi.fn()} />)
    const start = await screen.findByLabelText('Start')
    await expectAccessible()
    await user.clear(start)
    await user.type(start, '2.5{Enter}')
    await user.click(screen.getByRole('button', { name: 'Copy link' }))
    expect(await navigator.clipboard.readText()).toBe(`${settings.siteUrl}/video/7?t=2.5,40`)
    expect(screen.queryByRole('button', { name: 'Trim in editor' })).toBeNull()
  })

  it('leads its owner to the editor with the selection', async () => {
    const user = userEvent.setup()
    renderAt(<CropDialog video={shown} own onClose={vi.fn()} />)
    const end = await screen.findByLabelText('End')
    await user.clear(end)
    await user.type(end, '12{Enter}')
    await user.click(screen.getByRole('button', { name: 'Trim in editor' }))
    expect(await screen.findByText('/edit-video/7?trim=0,12')).toBeTruthy()
  })
})
