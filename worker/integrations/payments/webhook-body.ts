import type { z } from 'zod'

/** Returns the fields that are read from a signed body; null when it isn't JSON of that shape. */
export function readBody<T>(body: Uint8Array, shape: z.ZodType<T>): T | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(body)
    return shape.parse(JSON.parse(text))
  } catch {
    return null
  }
}
