import type { FinishedUpload, OpenUpload, Upload } from '#contract/schemas/uploads/upload'
import type { ErrorCode } from '#contract/values/shared/errors'

export interface PartOptions {
  signal: AbortSignal
  /** Receives the bytes of this part sent so far. */
  onProgress: (bytes: number) => void
}

/** The calls of an upload. Each rejects with a TransportError, or with the signal's reason. */
export interface Transport {
  open(input: OpenUpload): Promise<Upload>
  status(id: string, signal: AbortSignal): Promise<Upload>
  /** Sends one part, numbered from 1. `digest` is the value of Content-Digest. */
  putPart(id: string, part: number, body: ArrayBuffer, digest: string, options: PartOptions): Promise<void>
  complete(id: string, signal: AbortSignal): Promise<FinishedUpload>
  abandon(id: string): Promise<void>
}

interface Failure {
  /** HTTP status; 0 without a response. */
  status: number
  code?: ErrorCode | undefined
  /** Milliseconds to wait, from Retry-After. */
  retryAfter?: number | null
  /** The client's original error. */
  cause?: unknown
}

export class TransportError extends Error {
  override name = 'TransportError'
  readonly status: number
  readonly code: ErrorCode | undefined
  readonly retryAfter: number | null

  /** `message` is the server's sentence, fit for users. */
  constructor(message: string, { status, code, retryAfter = null, cause }: Failure) {
    super(message, { cause })
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
  }

  /**
   * True for no response, a busy or broken server, another call working on the same upload, or a body that
   * didn't arrive whole. An answer without a code isn't the site's: it came from a proxy, or from the login
   * page of a network. Any other refusal is final.
   */
  get isTemporary(): boolean {
    const { status, code, retryAfter } = this
    if (status === 0 || status >= 500 || status === 408 || status === 429 || code === undefined) return true
    return (status === 409 && retryAfter !== null) || code === 'digest_mismatch' || code === 'malformed_body'
  }

  /**
   * True where the site is out of reach or busy, whatever was sent. Any other failure may be due to this very
   * file.
   */
  get isOutage(): boolean {
    const { status } = this
    return status === 0 || status === 429 || (status >= 502 && status <= 504)
  }
}
