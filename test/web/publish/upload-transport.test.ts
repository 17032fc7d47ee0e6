import { describe, expect, it, vi } from 'vitest'
import { TransportError } from '#web/features/publish/upload/engine/transport'
import { transportFor } from '#web/features/publish/upload/engine/xhr-transport'
import { problem } from '../support/page'

const xhrTransport = transportFor(1)

const { signal } = new AbortController()
const loginPage = '<!doctype html><title>Sign in to this network</title>'

const html = (status: number) => () =>
  new Response(loginPage, { status, headers: { 'content-type': 'text/html' } })
const late = (status: number) => () => {
  const answer = problem(status, 'conflict', 'This upload is being finished.')
  answer.headers.set('retry-after', '2')
  return answer
}
const broken = () =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"id":'))
        controller.error(new TypeError('network error'))
      },
    }),
  )

const answers: [name: string, isTemporary: boolean, answer: () => Response][] = [
  ['the login page of a network', true, html(200)],
  ['its refusal', true, html(403)],
  ['a proxy that is in trouble', true, html(502)],
  ['an empty body', true, () => new Response('')],
  ['a cut body', true, () => new Response('{"id":"u1","rec')],
  ['a body that breaks off', true, broken],
  ['JSON of something else', true, () => Response.json(null)],
  ['another call being at it', true, late(409)],
  ['a body that broke on its way there', true, () => problem(400, 'malformed_body', 'Broken.')],
  ['a server error', true, () => problem(500, 'internal', 'Something went wrong.')],
  ['a conflict that stays', false, () => problem(409, 'conflict', 'Part 1 is missing.')],
  ['a refusal of the file', false, () => problem(422, 'unplayable_media', 'Damaged.')],
  ['a lost upload', false, () => problem(410, 'gone', 'This upload was lost.')],
]

async function failureOf(call: Promise<unknown>): Promise<TransportError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error instanceof TransportError) return error
  throw new Error(`Not a TransportError: ${error}`)
}

interface FakeRequest extends EventTarget {
  upload: EventTarget
}

/** Answers every part, at once unless `send` says otherwise. */
function stubParts(
  answer: Response,
  body: string,
  send = (request: FakeRequest) => queueMicrotask(() => request.dispatchEvent(new Event('load'))),
) {
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends EventTarget {
      readonly upload = new EventTarget()
      readonly status = answer.status
      readonly statusText = ''
      readonly responseText = body
      open() {}
      setRequestHeader() {}
      abort() {}
      getResponseHeader(name: string) {
        return answer.headers.get(name)
      }
      send() {
        send(this)
      }
    },
  )
}

describe.each(answers)('%s', (_, isTemporary, answer) => {
  it('is told apart in the calls of an upload', async () => {
    vi.stubGlobal('fetch', async () => answer())
    for (const call of [xhrTransport.status('u1', signal), xhrTransport.complete('u1', signal)])
      expect((await failureOf(call)).isTemporary).toBe(isTemporary)
  })

  it('is told apart in the answer to a part', async () => {
    const found = answer()
    stubParts(
      found,
      await found
        .clone()
        .text()
        .catch(() => '{"id":'),
    )
    const options = { signal, onProgress: () => {} }
    const sending = xhrTransport.putPart('u1', 1, new ArrayBuffer(4), 'sha-256=:x:', options)
    expect((await failureOf(sending)).isTemporary).toBe(isTemporary)
  })
})

it.each([
  ['an outage', true, [502, 503, 504, 429]],
  ['no outage', false, [403, 413, 500, 501]],
])('%s is told by the status', async (_, isOutage, statuses) => {
  for (const status of statuses) {
    vi.stubGlobal('fetch', async () => html(status)())
    expect([status, (await failureOf(xhrTransport.status('u1', signal))).isOutage]).toEqual([
      status,
      isOutage,
    ])
  }
  vi.stubGlobal('fetch', async () => html(200)())
  expect((await failureOf(xhrTransport.status('u1', signal))).isOutage).toBe(true)
})

it('the answer to another part is none', async () => {
  stubParts(new Response(), '{"received":2}')
  const options = { signal, onProgress: () => {} }
  const sending = xhrTransport.putPart('u1', 1, new ArrayBuffer(4), 'sha-256=:x:', options)
  expect((await failureOf(sending)).isTemporary).toBe(true)
})

it('a part is lost after two minutes in which no byte moved, however long it took before', async () => {
  vi.useFakeTimers()
  const moved = vi.fn()
  stubParts(new Response(), '', ({ upload }) => {
    for (const seconds of [100, 200])
      setTimeout(() => upload.dispatchEvent(new ProgressEvent('progress')), seconds * 1000)
  })
  const options = { signal, onProgress: moved }
  const lost = vi.fn()
  xhrTransport.putPart('u1', 1, new ArrayBuffer(4), 'sha-256=:x:', options).catch(lost)
  await vi.advanceTimersByTimeAsync(319_000)
  expect(moved).toHaveBeenCalledTimes(2)
  expect(lost).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2000)
  expect(lost).toHaveBeenCalledExactlyOnceWith(expect.any(TransportError))
})
