import type { ClientResponse } from 'hono/client'
import { requestAccount } from '#contract/values/accounts/request-account'
import { call, client } from '#web/lib/api'
import { ApiError, errorDetail } from '#web/lib/api-error'
import { type PartOptions, type Transport, TransportError } from './transport'

/** Milliseconds without a byte or a response after which a part, or another call, counts as lost. */
const patience = 120_000

/**
 * Returns the calls for an account's uploads; without one, for whoever is signed in. Sends parts by XHR, since fetch
 * doesn't report upload progress, and other calls through the typed client.
 */
export function transportFor(account?: number): Transport {
  const uploads = client.api.uploads
  const headers = headersFor(account)
  const within = (signal?: AbortSignal) => {
    const late = AbortSignal.timeout(patience)
    return { headers, init: { signal: signal ? AbortSignal.any([signal, late]) : late } }
  }
  return {
    open: (input) => opener?.(input) ?? ask(uploads.$post({ json: input }, within())).then(ofUpload),
    status: (id, signal) => ask(uploads[':id'].$get({ param: { id } }, within(signal))).then(ofUpload),
    putPart: (id, part, body, digest, options) =>
      putPart(
        `/api/uploads/${id}/parts/${part}`,
        part,
        body,
        { ...headers, 'content-digest': digest },
        options,
      ),
    complete: (id, signal) =>
      ask(uploads[':id'].complete.$post({ param: { id } }, within(signal))).then(ofUpload),
    // The page may be closing when an upload is abandoned.
    abandon: async (id) => {
      await ask(uploads[':id'].$delete({ param: { id } }, { headers, init: { keepalive: true } }))
    },
  }
}

/** Returns the headers of requests for one account, which the server refuses where another one is signed in. */
export function headersFor(account?: number): Record<string, string> {
  return account === undefined ? {} : { [requestAccount]: String(account) }
}

let opener: Transport['open'] | undefined

/** Opens uploads in another way from now on: the library import sends them for other accounts. */
export function openUploadsBy(other: Transport['open']): void {
  opener = other
}

/** Throws unless an answer is about an upload: the login page of a network may answer everything. */
function ofUpload<Answer extends { id: string } | null>(answer: Answer): Answer {
  if (typeof answer?.id === 'string') return answer
  throw noAnswer()
}

/** Calls like `call`, but throws a TransportError, which knows for how long a refusal lasts. */
export async function ask<Answer>(request: Promise<ClientResponse<Answer>>): Promise<Answer> {
  let retryAfter: number | null = null
  try {
    const response = await request
    retryAfter = parseRetryAfter(response.headers.get('retry-after'), response.headers.get('date'))
    return await call(Promise.resolve(response))
  } catch (error) {
    if (error instanceof ApiError)
      throw new TransportError(error.detail, {
        status: error.status,
        code: error.problem?.code,
        retryAfter,
        cause: error,
      })
    // An abort passes through.
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw noAnswer(error)
  }
}

function putPart(
  address: string,
  part: number,
  body: ArrayBuffer,
  headers: Record<string, string>,
  { signal, onProgress }: PartOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    // A signal that is already aborted fires no event, so it is checked before sending.
    if (signal.aborted) return reject(signal.reason)
    const request = new XMLHttpRequest()
    const onAbort = () => {
      request.abort()
      reject(signal.reason)
    }
    let timer = setTimeout(giveUp, patience)
    function giveUp() {
      request.abort()
      reject(noAnswer())
    }

    request.open('PUT', address)
    request.setRequestHeader('Content-Type', 'application/octet-stream')
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded }) => {
      clearTimeout(timer)
      timer = setTimeout(giveUp, patience)
      onProgress(loaded)
    })
    request.addEventListener('load', () => {
      if (request.status >= 300) return reject(refusal(request))
      if (hasReceived(request.responseText, part)) resolve()
      else reject(noAnswer())
    })
    request.addEventListener('error', () => reject(noAnswer()))
    request.addEventListener('loadend', () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    })
    signal.addEventListener('abort', onAbort, { once: true })
    request.send(body)
  })
}

function hasReceived(answer: string, part: number): boolean {
  try {
    return JSON.parse(answer).received === part
  } catch {
    return false
  }
}

function refusal(request: XMLHttpRequest): TransportError {
  const { detail, problem } = new ApiError(request.status, request.statusText, request.responseText)
  return new TransportError(detail, {
    status: request.status,
    code: problem?.code,
    retryAfter: parseRetryAfter(request.getResponseHeader('Retry-After'), request.getResponseHeader('Date')),
  })
}

/** Returns the error for an incomplete answer. Calls fail for it in many ways, all with the same sentence. */
function noAnswer(cause?: unknown): TransportError {
  return new TransportError(errorDetail(new TypeError('no answer')), { status: 0, cause })
}

/**
 * Returns milliseconds from seconds, or from an HTTP date (RFC 9110, 10.2.3) by the date of the answer: the clock here
 * may be wrong. Null when the text is neither.
 */
export function parseRetryAfter(text: string | null, answeredAt: string | null): number | null {
  if (text === null) return null
  if (/^\d+$/.test(text)) return Number(text) * 1000
  const wait = Date.parse(text) - Date.parse(answeredAt ?? '')
  return Number.isNaN(wait) ? null : Math.max(0, wait)
}
