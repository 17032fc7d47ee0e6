import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** An error as Greenfield words it. */
export class BtcpayError extends Error {
  readonly status: ContentfulStatusCode
  private readonly code: string
  private readonly more: object

  constructor(status: ContentfulStatusCode, code: string, message: string, more: object = {}) {
    super(message)
    this.status = status
    this.code = code
    this.more = more
  }

  body(): object {
    return { ...this.more, code: this.code, message: this.message }
  }
}

/** Input that was read and refused: the answer is a list of fields. */
export class InputError extends BtcpayError {
  private readonly path: string

  constructor(path: string, message: string) {
    super(422, 'validation', message)
    this.path = path
  }

  override body(): object {
    return [{ path: this.path, message: this.message }]
  }
}

export function missingPermission(permission: string): BtcpayError {
  const message = `Insufficient API Permissions. Please use an API key with permission "${permission}".`
  return new BtcpayError(403, 'missing-permission', message, { missingPermission: permission })
}
