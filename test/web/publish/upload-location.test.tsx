import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { endUploads, makeMedia, renderUpload } from '../support/upload-page'

// jsdom has no workers, no WebCodecs and no canvas.
vi.mock('#web/studio/studio', async () => (await import('../support/browser/studio')).fakeStudio)
vi.mock('#web/features/publish/upload/pictures/blur-picture', () => ({ blurPicture: vi.fn() }))

beforeEach(makeMedia)
afterEach(endUploads)

/** jsdom's navigator throws when it is read through an object that inherits from it. */
function stubGeolocation(getCurrentPosition: Geolocation['getCurrentPosition']): void {
  vi.stubGlobal('navigator', {
    ...navigator,
    userAgent: navigator.userAgent,
    geolocation: { getCurrentPosition },
  })
}

describe('the place of an upload', () => {
  it('takes a place on a click only, rounded, and lets it go', async () => {
    const getCurrentPosition = vi.fn((success: (position: unknown) => void) =>
      success({ coords: { latitude: 48.857_712, longitude: 2.295_08 } }),
    )
    stubGeolocation(getCurrentPosition)
    renderUpload()
    const get = await screen.findByRole('button', { name: 'Get Location' })
    expect(getCurrentPosition).not.toHaveBeenCalled()
    await userEvent.click(get)
    expect(await screen.findByText('48.86, 2.30 (about 1 km around)')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
    expect(screen.queryByText(/48\.86/)).toBeNull()
  })

  it.each([
    [1, 'Location permission denied'],
    [2, 'Location information is unavailable'],
    [3, 'Location request timed out'],
    [9, 'Unknown error occurred while getting location'],
  ])('says why there is no place: %i', async (code, sentence) => {
    const getCurrentPosition = (_: unknown, failure: (error: unknown) => void) => failure({ code })
    stubGeolocation(getCurrentPosition)
    renderUpload()
    await userEvent.click(await screen.findByRole('button', { name: 'Get Location' }))
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(screen.getByText('Location Error')).toBeTruthy()
  })

  it('says when the browser knows no places', async () => {
    renderUpload()
    await userEvent.click(await screen.findByRole('button', { name: 'Get Location' }))
    expect(await screen.findByText('Geolocation is not supported by your browser')).toBeTruthy()
  })
})
