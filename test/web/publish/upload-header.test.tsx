import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { viewerQuery } from '#web/entities/viewer/viewer-query'
import type { DeliveryState } from '#web/features/publish/upload/delivery/job-delivery'
import { loadDraft, saveDraft } from '#web/features/publish/upload/draft/draft'
import { shareOf } from '#web/features/publish/upload/progress/describe'
import { endAccount } from '#web/features/publish/upload/queue/end-account'
import { drawPictures, type LadderOutcome, makeLadder } from '#web/studio/studio'
import { expectAccessible } from '../support/axe'
import { stubLocks } from '../support/browser/locks'
import { stored } from '../support/browser/stored-files'
import { leaveJobOf } from '../support/left-upload'
import { problem } from '../support/page'
import { makeUser, renderSite } from '../support/site'
import { finished } from '../support/upload-page'

// The studio needs workers, WebCodecs and OPFS: the browser tests have them.
vi.mock('#web/studio/studio', async () => (await import('../support/browser/studio')).fakeStudio)
vi.mock(
  '#web/studio/files/stored-files',
  async () => (await import('../support/browser/stored-files')).storedFiles,
)

let account = 700
let locks: ReturnType<typeof stubLocks>
let finish: (outcome: LadderOutcome) => void

beforeEach(() => {
  account++
  stored.clear()
  locks = stubLocks()
  vi.mocked(drawPictures).mockResolvedValue()
  vi.mocked(makeLadder).mockImplementation((_, { signal, onProgress }) => {
    onProgress({ task: 'encoding', qualities: [360], share: 0.42, timeLeft: 60 })
    return new Promise((resolve, reject) => {
      finish = resolve
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  })
})

afterEach(async () => {
  await endAccount(account)
  locks.restore()
})

const draft = () => `${account}:upload-video:0`
const line = () => screen.findByRole('link', { name: /^(Uploads|Qualities):/ })

const sent = { id: 'u1', kind: 'video', size: 6, partSize: 6, parts: 1, received: [1], done: true }

/** Renders a page that has nothing to do with uploads. `answers` are read with each request. */
function renderTerms(answers: Record<string, unknown> = {}) {
  answers['/api/uploads/u1'] ??= sent
  answers['/api/uploads/u1/complete'] = finished('u1')
  return renderSite('/terms', { viewer: makeUser({ id: account }), answers })
}

/** Returns whether the browser would ask before it closes the tab. */
function asksBeforeClosing(): boolean {
  const event = new Event('beforeunload', { cancelable: true })
  dispatchEvent(event)
  return event.defaultPrevented
}

describe('the line below the header', () => {
  it('says how far everything is, and keeps the tab open while it works', async () => {
    const { details, ...others } = loadDraft(draft())
    saveDraft(draft(), { ...others, details: { ...details, title: 'Not for others' } })
    await leaveJobOf(account, { draft: draft(), videoId: null })
    renderTerms()
    const link = await line()
    await waitFor(() =>
      expect(within(link).getByText(/^Uploads/).textContent).toBe(
        'Uploads: 1 video, 100 %. Qualities: 1 video, 45 %. Keep this tab open.',
      ),
    )
    expect(link.getAttribute('href')).toBe('/upload-video')
    expect(screen.queryByText(/Not for others/)).toBeNull()
    expect(asksBeforeClosing()).toBe(true)
    await expectAccessible()
    finish({ kind: 'made' })
    await waitFor(() => expect(link.textContent).toContain('Uploads: 1 video, 100 %. Ready to publish.'))
    await waitFor(() => expect(asksBeforeClosing()).toBe(false))
  })

  it('leads to the videos whose qualities are made, until they are', async () => {
    await leaveJobOf(account)
    renderTerms()
    const link = await line()
    expect(link.textContent).toContain('Qualities: 1 video, 45 %. Keep this tab open.')
    expect(link.getAttribute('href')).toBe('/my-videos')
    expect(asksBeforeClosing()).toBe(true)
    finish({ kind: 'made' })
    await waitFor(() => expect(screen.queryByRole('link', { name: /^Qualities/ })).toBeNull())
    await waitFor(() => expect(asksBeforeClosing()).toBe(false))
  })

  it('says that someone is asked, and lets the tab go', async () => {
    await leaveJobOf(account, { ladder: 'offered', minutes: 23 })
    renderTerms()
    expect((await line()).textContent).toContain('Qualities: 1 video. Needs your attention.')
    expect(asksBeforeClosing()).toBe(false)
  })

  it('appears when an upload begins in this tab', async () => {
    renderTerms()
    await screen.findByRole('contentinfo')
    await leaveJobOf(account)
    await line()
  })

  it('asks for a file that is gone', async () => {
    await leaveJobOf(account, { draft: draft(), videoId: null })
    stored.clear()
    renderTerms()
    expect((await line()).textContent).toContain('Uploads: 1 video. Needs your attention.')
  })

  it('says that the site refuses the uploads of an account', async () => {
    await leaveJobOf(account, { draft: draft(), videoId: null })
    vi.mocked(makeLadder).mockResolvedValue({ kind: 'made' })
    renderTerms({ '/api/uploads/u1': problem(403, 'forbidden', 'Confirm your email address first.') })
    await waitFor(async () => expect((await line()).textContent).toContain('Needs your attention.'))
    await waitFor(() => expect(asksBeforeClosing()).toBe(false))
  })

  it('moves on while qualities are being sent', () => {
    const files = {
      made: [
        { size: 6, progress: 'uploaded' },
        { size: 6, progress: 'waiting' },
      ],
      making: null,
    }
    const share = (sentBytes: number) =>
      shareOf({ ladder: 'over', sending: { upload: { sentBytes } }, ...files } as unknown as DeliveryState)
    expect(share(0)).toBeCloseTo(0.9)
    expect(share(6)).toBeCloseTo(1)
    const opening = { task: 'opening', qualities: [], share: null, timeLeft: null }
    expect(shareOf({ ladder: 'making', ...files, making: opening } as unknown as DeliveryState)).toBe(0.1)
  })

  it('goes on after a sign-in in another tab, where the end of the session stopped it', async () => {
    await leaveJobOf(account, { draft: draft(), videoId: null })
    vi.mocked(makeLadder).mockResolvedValue({ kind: 'made' })
    const answers = { '/api/uploads/u1': problem(401, 'unauthenticated', 'Sign in first.') as unknown }
    renderTerms(answers)
    await waitFor(async () => expect((await line()).textContent).toContain('Needs your attention.'))
    answers['/api/uploads/u1'] = sent
    const otherTab = new BroadcastChannel('account of uploads')
    otherTab.postMessage(account)
    await waitFor(async () => expect((await line()).textContent).toContain('Ready to publish.'))
    otherTab.close()
  })

  it('goes on with the qualities of a published video after it, too', async () => {
    const file = {
      quality: 360,
      storedName: 'source',
      contentType: 'video/mp4',
      fileName: '360p.mp4',
      size: 6,
    }
    const upload = { kind: 'rendition', fingerprint: 'r', uploadId: 'u1', duration: null } as const
    await leaveJobOf(account, { ladder: 'over', made: [{ ...file, ...upload, progress: 'waiting' }] })
    const answers = { '/api/uploads/u1': problem(401, 'unauthenticated', 'Sign in first.') as unknown }
    const { requests } = renderTerms(answers)
    await waitFor(async () => expect((await line()).textContent).toContain('Needs your attention.'))
    Object.assign(answers, { '/api/uploads/u1': sent, '/api/videos/9': {} })
    const otherTab = new BroadcastChannel('account of uploads')
    otherTab.postMessage(account)
    await waitFor(() => expect(requests).toContain('/api/videos/9'))
    otherTab.close()
  })

  it('goes on after a new sign-in, where the end of the session stopped it', async () => {
    await leaveJobOf(account, { draft: draft(), videoId: null })
    vi.mocked(makeLadder).mockResolvedValue({ kind: 'made' })
    const answers = { '/api/uploads/u1': problem(401, 'unauthenticated', 'Sign in first.') as unknown }
    const { queryClient } = renderTerms(answers)
    await waitFor(async () => expect((await line()).textContent).toContain('Needs your attention.'))
    answers['/api/uploads/u1'] = sent
    queryClient.setQueryData(viewerQuery.queryKey, null)
    await waitFor(() => expect(screen.queryByRole('link', { name: /^Uploads/ })).toBeNull())
    queryClient.setQueryData(viewerQuery.queryKey, makeUser({ id: account }))
    await waitFor(async () => expect((await line()).textContent).toContain('Ready to publish.'))
  })

  it('shows what another tab does, until that is closed', async () => {
    await leaveJobOf(account, { draft: draft(), videoId: null })
    locks.elsewhere(`draft ${draft()}`)
    const close = locks.elsewhere('tab other')
    renderTerms()
    await screen.findByRole('contentinfo')
    const other = new BroadcastChannel('work on uploads')
    const uploads = { count: 20, share: 0.5 }
    const work = { uploads, qualities: null, asking: 0, note: 'open' }
    // It answers a tab that asks.
    other.addEventListener('message', () => other.postMessage({ account, tab: 'other', work }))
    other.postMessage({ account, tab: 'other', work })
    expect((await line()).textContent).toContain('Uploads: 20 videos, 50 %. In another tab.')
    expect(asksBeforeClosing()).toBe(false)
    await userEvent.click(await line())
    await screen.findByText('Your 20 videos are uploading in another tab.')
    expect(screen.queryByRole('link', { name: /^Uploads/ })).toBeNull()
    close()
    await waitFor(() => expect(screen.queryByText(/^Uploads:/)).toBeNull())
    other.close()
  })
})
