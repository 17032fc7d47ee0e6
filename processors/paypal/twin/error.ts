import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { hexId } from '#dev/sandbox/payments/ids'

const messages: Record<number, [name: string, message: string]> = {
  400: ['INVALID_REQUEST', 'Request is not well-formed, syntactically incorrect, or violates schema.'],
  401: [
    'AUTHENTICATION_FAILURE',
    'Authentication failed due to invalid authentication credentials or a missing Authorization header.',
  ],
  403: ['NOT_AUTHORIZED', 'Authorization failed due to insufficient permissions.'],
  404: ['RESOURCE_NOT_FOUND', 'The specified resource does not exist.'],
  409: ['RESOURCE_CONFLICT', 'The server has detected a conflict while processing this request.'],
  415: ['UNSUPPORTED_MEDIA_TYPE', 'The server does not support the request payload media type.'],
  422: [
    'UNPROCESSABLE_ENTITY',
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  ],
  429: ['RATE_LIMIT_REACHED', 'Too many requests. Blocked due to rate limiting.'],
  500: ['INTERNAL_SERVER_ERROR', 'An internal server error has occurred.'],
  503: ['SERVICE_UNAVAILABLE', 'Service Unavailable.'],
}

interface Detail {
  issue: string
  description: string
  field?: string
  value?: string
  location?: string
}

/** An error as the provider words it; callers switch on `issue`. */
export class PayPalError extends Error {
  readonly status: ContentfulStatusCode
  readonly issue: string
  private readonly detail: Detail
  private readonly debugId = hexId(13)

  constructor(status: ContentfulStatusCode, issue: string, place: { field?: string; value?: string } = {}) {
    super(issue)
    this.status = status
    this.issue = issue
    const location = place.field ? { location: 'body' } : {}
    this.detail = { issue, description: issue.replaceAll('_', ' ').toLowerCase(), ...place, ...location }
  }

  body() {
    const [name, message] = messages[this.status] ?? messages[500] ?? []
    const links = [
      {
        href: `https://developer.paypal.com/api/rest/reference/orders/v2/errors/#${this.issue}`,
        rel: 'information_link',
        method: 'GET',
      },
    ]
    const details = this.status === 401 ? {} : { details: [this.detail] }
    return { name, message, debug_id: this.debugId, ...details, links }
  }
}

/** HTTP statuses of the codes that the mock header accepts and that aren't the default, 422. */
const mockStatus: Record<string, ContentfulStatusCode> = {
  INTERNAL_SERVER_ERROR: 500,
  INTERNAL_SERVICE_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
  RATE_LIMIT_REACHED: 429,
  RESOURCE_NOT_FOUND: 404,
  INVALID_RESOURCE_ID: 404,
  PERMISSION_DENIED: 403,
  NOT_AUTHORIZED: 403,
  MISSING_REQUIRED_PARAMETER: 400,
}

/** The error that `PayPal-Mock-Response` asks for. */
export function mockedError(header: string): PayPalError {
  const asked = JSON.parse(header) as { mock_application_codes: string | string[] }
  const issue = [asked.mock_application_codes].flat()[0] ?? 'INTERNAL_SERVER_ERROR'
  return new PayPalError(mockStatus[issue] ?? 422, issue)
}
