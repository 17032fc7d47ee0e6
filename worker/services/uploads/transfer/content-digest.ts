import { hex } from '#contract/values/shared/hex'
import { AppError } from '#worker/errors'

/**
 * Reads the hex SHA-256 of a `Content-Digest` header (RFC 9530, section 2). Throws `invalid_input` without
 * one: unverified bytes are never stored.
 */
export function readSha256(header: string | undefined): string {
  const encoded = /(?:^|,)[ \t]*sha-256=:([A-Za-z0-9+/]{43}=):[ \t]*(?=,|$)/.exec(header ?? '')?.[1]
  if (encoded === undefined) {
    throw new AppError('invalid_input', 'A part needs a Content-Digest header with its SHA-256.')
  }
  return hex(Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0)))
}
