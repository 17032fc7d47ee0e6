/** An encoder that sets itself up differently than before: what it makes can't be joined with what was made. */
export class FormatChanged extends Error {}

/** What a decoder is set up with, as text: it must be the same for the whole file. Empty when it isn't known. */
export function formatOf(config: VideoDecoderConfig | null): string {
  const description = config?.description
  if (!description) return ''
  const bytes = ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description)
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Back again, for frames that were encoded with this configuration. */
export function configOf(format: string, { codec, width, height }: VideoEncoderConfig): VideoDecoderConfig {
  const bytes = format.match(/../g)?.map((byte) => Number.parseInt(byte, 16)) ?? []
  return { codec, codedWidth: width, codedHeight: height, description: Uint8Array.from(bytes) }
}
