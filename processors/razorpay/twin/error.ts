import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** An error in Razorpay's words. */
export class RazorpayError extends Error {
  readonly status: ContentfulStatusCode
  private readonly field: string | undefined

  constructor(description: string, field?: string, status: ContentfulStatusCode = 400) {
    super(description)
    this.status = status
    this.field = field
  }

  body() {
    return {
      error: {
        code: this.status >= 500 ? 'SERVER_ERROR' : 'BAD_REQUEST_ERROR',
        description: this.message,
        source: this.field ? 'business' : 'NA',
        step: this.field ? 'payment_initiation' : 'NA',
        reason: this.field ? 'input_validation_failed' : 'NA',
        metadata: {},
        ...(this.field && { field: this.field }),
      },
    }
  }
}
