import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clip } from './clips.ts'

/** Serves a file like a good host: single ranges, If-Range, a strong tag, HEAD. */
export async function serveFile(
  request: IncomingMessage,
  response: ServerResponse,
  clip: Clip,
): Promise<void> {
  const size = clip.bytes.length
  response.setHeader('accept-ranges', 'bytes')
  response.setHeader('content-type', clip.contentType)
  response.setHeader('etag', clip.etag)
  const condition = request.headers['if-range']
  const asked = condition === undefined || condition === clip.etag ? request.headers.range : undefined
  const match = /^bytes=(\d+)-(\d*)$/.exec(asked ?? '')
  const from = match ? Number(match[1]) : 0
  const to = match?.[2] ? Math.min(Number(match[2]), size - 1) : size - 1
  if (from > to) {
    response.writeHead(416, { 'content-range': `bytes */${size}` }).end()
    return
  }
  if (match) response.setHeader('content-range', `bytes ${from}-${to}/${size}`)
  response.setHeader('content-length', to - from + 1)
  response.writeHead(match ? 206 : 200)
  if (request.method !== 'HEAD') await writeAll(response, clip.bytes.subarray(from, to + 1))
  response.end()
}

/** Writes in pieces, waiting for the reader, so that a fault can break off midway. */
export async function writeAll(response: ServerResponse, bytes: Buffer): Promise<void> {
  const piece = 64 * 1024
  for (let at = 0; at < bytes.length && !response.destroyed; at += piece) {
    await writePiece(response, bytes.subarray(at, at + piece))
  }
}

export async function writePiece(response: ServerResponse, piece: Buffer): Promise<void> {
  if (response.write(piece) || response.destroyed) return
  await new Promise<void>((resolve) => {
    const goOn = () => {
      response.off('drain', goOn)
      response.off('close', goOn)
      resolve()
    }
    response.on('drain', goOn)
    response.on('close', goOn)
  })
}
