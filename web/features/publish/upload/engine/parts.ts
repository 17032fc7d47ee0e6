import { partsAtOnce } from '#contract/values/shared/limits'
import type { PartReader } from './part-reader'
import { type Transport, TransportError } from './transport'

/** An upload as the server divides it: equal parts numbered from 1, the last one with the remainder. */
export interface PartTable {
  id: string
  size: number
  partSize: number
  parts: number
  received: number[]
}

interface SendOptions {
  reader: PartReader
  transport: Transport
  signal: AbortSignal
  retry(signal: AbortSignal, call: (attempt: number) => Promise<void>): Promise<void>
  /** Bytes that arrived and bytes being sent, together. */
  onProgress: (sentBytes: number) => void
}

export function missingParts({ parts, received }: PartTable): number[] {
  const arrived = new Set(received)
  return Array.from({ length: parts }, (_, index) => index + 1).filter((part) => !arrived.has(part))
}

/** Sends the parts, a few at a time. The first part that fails for good ends the others. */
export async function sendParts(table: PartTable, missing: number[], options: SendOptions): Promise<void> {
  const underWay = new Map<number, number>()
  const queue = [...missing]
  let arrivedBytes = table.received.reduce((sum, part) => sum + partLength(table, part), 0)
  const failed = new AbortController()
  const signal = AbortSignal.any([options.signal, failed.signal])

  function report() {
    options.onProgress(arrivedBytes + [...underWay.values()].reduce((sum, bytes) => sum + bytes, 0))
  }

  async function sendNext(): Promise<void> {
    for (let part = queue.shift(); part !== undefined && !signal.aborted; part = queue.shift()) {
      const number = part
      await options.retry(signal, async (attempt) => {
        signal.throwIfAborted()
        // A failed attempt may have arrived, with only its response lost.
        if (attempt > 0 && (await hasArrived(table.id, number))) return
        await sendPart(number)
      })
      underWay.delete(number)
      arrivedBytes += partLength(table, number)
      report()
    }
  }

  async function hasArrived(id: string, part: number): Promise<boolean> {
    return (await options.transport.status(id, signal)).received.includes(part)
  }

  async function sendPart(part: number): Promise<void> {
    const start = (part - 1) * table.partSize
    const body = await options.reader.read(start, start + partLength(table, part))
    const digest = await contentDigest(body)
    signal.throwIfAborted()
    try {
      await options.transport.putPart(table.id, part, body, digest, {
        signal,
        onProgress: (bytes) => {
          underWay.set(part, bytes)
          report()
        },
      })
    } catch (error) {
      underWay.delete(part)
      throw error
    }
  }

  report()
  const lanes = Array.from({ length: partsAtOnce }, () =>
    sendNext().catch((error) => {
      failed.abort(error)
      throw error
    }),
  )
  // Waits for all lanes to end: nothing may still be sent for an upload that is being abandoned.
  const ends = await Promise.allSettled(lanes)
  options.signal.throwIfAborted()
  const refusals = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
  if (refusals.length > 0) throw refusals.find((each) => each instanceof TransportError) ?? refusals[0]
}

function partLength({ size, partSize, parts }: PartTable, part: number): number {
  return part === parts ? size - partSize * (parts - 1) : partSize
}

/** Returns the value of Content-Digest (RFC 9530). */
export async function contentDigest(body: ArrayBuffer): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', body))
  return `sha-256=:${btoa(String.fromCharCode(...bytes))}:`
}
