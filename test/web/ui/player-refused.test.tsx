import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Player } from '#web/player/ui/player.tsx'
// Imported with the test, so that the player has them at once.
import '#web/player/dom/watchdog'
import '#web/player/dom/read-refusal'
import '#web/player/ui/refusal-panel.tsx'
import { changeMedia, media, playMediaElement, videoElement } from '../support/browser/media-element'

const engine = vi.hoisted(() => ({ url: '', errorCode: null as number | null, fail: () => {} }))

vi.mock('#web/player/dom/hls-engine', () => ({
  HlsEngine: class {
    bytesOnTheWay = 0
    constructor(_: HTMLVideoElement, url: string, { onError }: { onError: () => void }) {
      Object.assign(engine, { url, errorCode: null })
      engine.fail = () => {
        engine.errorCode = 2
        onError()
      }
    }
    get errorCode() {
      return engine.errorCode
    }
    mend() {
      engine.errorCode = null
    }
    destroy() {}
  },
}))

const file = { type: 'mp4' as const, url: '/media/old/source.mp4', height: 720, bandwidth: 3_000_000 }
const ladder = { type: 'hls' as const, url: '/media/old/master.m3u8', height: null, bandwidth: null }

/** The site's answer to a question about a file under its old URL, and what it waits for. */
const answers = { old: 200, when: Promise.resolve() }

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  playMediaElement()
  vi.stubGlobal('MediaSource', class {})
  Object.assign(answers, { old: 200, when: Promise.resolve() })
  vi.stubGlobal('fetch', async (url: string) => {
    await answers.when
    const status = url.includes('/old/') ? answers.old : 200
    const code = status === 403 ? 'forbidden' : 'not_found'
    return Response.json({ status, code }, { status })
  })
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Renders a playing video, whose address is renewed when the test says so. */
async function renderPlayer(first: typeof file | typeof ladder) {
  const renewal = Promise.withResolvers<void>()
  const props = { title: 'Convergence', onWatched: () => {}, onTrouble: vi.fn(() => renewal.promise) }
  const player = (each: typeof first) => <Player source={{ id: 'v1', files: [each] }} autoPlay {...props} />
  const { rerender } = render(player(first))
  await pass(0)
  changeMedia({ readyState: 4, duration: 60 }, 'loadedmetadata')
  expect(media.paused).toBe(false)
  return {
    answerSame: () => act(async () => renewal.resolve()),
    answerNew: () =>
      act(async () => {
        renewal.resolve()
        rerender(player({ ...first, url: first.url.replace('old', 'new') }))
      }),
  }
}

function pass(ms: number): Promise<unknown> {
  return act(() => vi.advanceTimersByTimeAsync(ms))
}

async function failFile(): Promise<void> {
  changeMedia({ error: { code: 2 }, readyState: 0 }, 'error')
  await pass(0)
}

async function failEngine(): Promise<void> {
  act(() => engine.fail())
  await pass(0)
}

describe('a file that the site refuses', () => {
  it.each([404, 403])('plays on under its new URL when the %i was only about the old one', async (status) => {
    const { answerNew } = await renderPlayer(file)
    answers.old = status
    await failFile()
    await pass(2000)
    await failFile()
    await pass(8000)
    expect(screen.queryByRole('alert')).toBeNull()
    await answerNew()
    expect(videoElement().getAttribute('src')).toBe('/media/new/source.mp4')
    await pass(12_000)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('plays on under its new URL with an engine, which tries the old one at once', async () => {
    const { answerNew } = await renderPlayer(ladder)
    answers.old = 404
    await failEngine()
    await pass(500)
    await failEngine()
    expect(screen.queryByRole('alert')).toBeNull()
    await answerNew()
    await pass(0)
    expect(engine.url).toBe('/media/new/master.m3u8')
    expect(media.paused).toBe(false)
  })

  it("isn't reconnected to, in words, while the site may still refuse it", async () => {
    await renderPlayer(file)
    const answer = Promise.withResolvers<void>()
    answers.when = answer.promise
    await failFile()
    await pass(2500)
    expect(screen.queryByText('Reconnecting...')).toBeNull()
    await pass(1000)
    expect(screen.queryByText('Reconnecting...')).not.toBeNull()
    answer.resolve()
  })

  it('is asked for again when a renewed session may have made it available', async () => {
    const { answerSame } = await renderPlayer(file)
    answers.old = 403
    await failFile()
    answers.old = 200
    await answerSame()
    await pass(500)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it.each([
    [403, 'You can no longer watch this video', 0],
    [404, 'This video was removed or replaced', 11_000],
  ])('says so when it is refused with %i after the renewal, too', async (status, sentence, ms) => {
    const { answerSame } = await renderPlayer(file)
    answers.old = status
    await failFile()
    await answerSame()
    await pass(ms)
    expect(screen.getByRole('alert').textContent).toContain(sentence)
  })

  it.each([
    ['a file', file, failFile],
    ['an engine', ladder, failEngine],
  ])('goes on by itself under a URL that comes later, with %s', async (_, first, fail) => {
    const { answerSame, answerNew } = await renderPlayer(first)
    answers.old = 403
    await fail()
    await pass(500)
    await answerSame()
    expect(screen.getByRole('alert').textContent).toContain('You can no longer watch')
    expect(media.paused).toBe(true)
    Object.assign(media, { error: null })
    await answerNew()
    await pass(0)
    expect(screen.queryByRole('alert')).toBeNull()
    expect(media.paused).toBe(false)
  })
})
