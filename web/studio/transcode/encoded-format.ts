import { hex } from '#contract/values/shared/hex'
/**
 * An encoder that sets itself up differently than before: its output can't be joined with the earlier part.
 */
export class FormatChanged extends Error {}

/**
 * Returns a decoder's configuration as text, which must not change within a file. Empty when it isn't known.
 */
export function formatOf(config: VideoDecoderConfig | null): string {
  const description = config?.description
  if (!description) return ''
  const bytes = ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description)
  return hex(bytes)
}
