import { describe, expect, it, vi } from 'vitest'
import { askWorker } from '#web/studio/background/ask-worker'
import { ladderStopped } from '#web/studio/ladder/support'
import { noRoom, Refusal, stopped } from '#web/studio/source/refusal'
import { makeLadder } from '#web/studio/studio'

// It starts a worker, which only browsers have.
vi.mock('#web/studio/background/ask-worker', () => ({ askWorker: vi.fn() }))

const signal = new AbortController().signal
const make = () => makeLadder(new Blob(), { key: 'a', signal, onProgress: () => {}, onFile: () => {} })

describe('makeLadder', () => {
  it('says of a worker that broke down that the qualities stopped, not the video', async () => {
    vi.mocked(askWorker).mockRejectedValueOnce(new Refusal(stopped))
    await expect(make()).rejects.toThrow(ladderStopped)
    vi.mocked(askWorker).mockRejectedValueOnce(new Refusal(noRoom))
    await expect(make()).rejects.toThrow(noRoom)
  })
})
