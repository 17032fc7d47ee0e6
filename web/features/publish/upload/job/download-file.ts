import { ApiError } from '#web/lib/api-error'

/** Downloads a file, and reports progress: a share, or null where the size isn't known. Throws ApiError. */
export type FileLoader = (signal: AbortSignal, onProgress: (share: number | null) => void) => Promise<File>

/**
 * Returns a loader that downloads a video from an address of ours, as a file of that name. `renew` replaces an
 * address that has expired.
 */
export function fileFrom(
  address: string,
  name: string,
  renew?: () => Promise<string | null | undefined>,
): FileLoader {
  return async (signal, onProgress) => {
    let response = await fetch(address, { signal })
    const renewed = response.ok ? null : await renew?.()
    if (renewed && renewed !== address) response = await fetch(renewed, { signal })
    if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text())
    const size = Number(response.headers.get('content-length'))
    const counter = countingStream((bytes) => onProgress(size ? bytes / size : null))
    // The browser moves a large blob to disk as it grows.
    const blob = await new Response(response.body?.pipeThrough(counter)).blob()
    const type = response.headers.get('content-type') ?? 'video/mp4'
    return new File([blob], name, { type, lastModified: 0 })
  }
}

function countingStream(onBytes: (bytes: number) => void): TransformStream<Uint8Array<ArrayBuffer>> {
  let bytes = 0
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      onBytes(bytes)
      controller.enqueue(chunk)
    },
  })
}
