import { CustomSource, type Source, UrlSource } from 'mediabunny'

/** Bytes to keep in memory: of a long video, its index and the last reads. */
const kept = 32 * 1024 ** 2
/** Milliseconds before each further try of a read that failed. */
const waits = [500, 2000, 5000]

/**
 * Reads from one of our URLs: a rendition's playlist, or a file by ranges. Mediabunny's own source asks for the
 * rest of a file and hangs up, after the browser has received megabytes that no one wants. For storyboard
 * and preview of a 161 MB file that was 207 MB on a fast line, and by ranges 30 MB.
 */
export function remoteSource(address: URL): Source {
  if (address.pathname.endsWith('.m3u8')) return new UrlSource(address)
  const controller = new AbortController()
  const { signal } = controller
  return new CustomSource({
    getSize: async () => {
      const { headers } = await readRange(address, 0, 1, signal)
      return Number(headers.get('content-range')?.split('/')[1])
    },
    read: async (start, end) => {
      const response = await readRange(address, start, end, signal)
      return new Uint8Array(await response.arrayBuffer())
    },
    dispose: () => controller.abort(),
    maxCacheSize: kept,
    prefetchProfile: 'fileSystem',
    // A read that was only meant to be early: the read that needs its bytes fails again.
    handleUnhandledError: () => {},
  })
}

/** Reads from start (inclusive) to end (exclusive). Throws when the server doesn't answer with that part. */
async function readRange(address: URL, start: number, end: number, signal: AbortSignal): Promise<Response> {
  for (let attempt = 0; ; attempt += 1) {
    const wait = waits[attempt]
    try {
      const response = await fetch(address, { headers: { range: `bytes=${start}-${end - 1}` }, signal })
      if (response.status === 206) return response
      await response.body?.cancel()
      const isPassing = response.status === 429 || response.status >= 500
      if (!isPassing || wait === undefined) throw new Error(`A range was answered with ${response.status}.`)
    } catch (error) {
      if (!(error instanceof TypeError) || wait === undefined) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, wait))
    signal.throwIfAborted()
  }
}
