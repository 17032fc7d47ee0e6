import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { MiB, partSize } from '#contract/values/shared/limits'
import type { AppEnv } from '#worker/env'
import { importRoutes } from '#worker/routes/me/imports'
import type { FetchLimits } from '#worker/services/uploads/imports/index'
import { fetchLimits, getImport, runImport, startImport } from '#worker/services/uploads/imports/index'
import { TestClient } from '../../support/client'
import { userContext } from '../../support/context'
import { changeSettingsRow, makeUser, signInAs } from '../../support/factories'
import { fixture } from '../../support/fixtures'
import { deliver, holdingsOf, longClip, withoutQueues } from '../../support/videos/imports'
import { answer, Origin, stalled, type Trick } from '../../support/videos/origin'

const address = 'https://videos.example.com/clip.mp4'
const clip = fixture('ok.mp4')
const page = new TextEncoder().encode('<!doctype html><title>Not a video</title>'.padEnd(8192))

function whole(bytes: Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}): Trick {
  return () =>
    answer(bytes, { status: 200, headers: new Headers({ 'content-type': 'video/mp4', ...headers }) })
}

function redirect(to: string): Trick {
  return (request) => (request.url === address ? Response.redirect(to, 302) : null)
}

const impatient: FetchLimits = { ...fetchLimits, headersTimeout: 20, idleTimeout: 20 }

/**
 * Returns the result that a new account sees after an import from a host with this trick, and whether
 * anything was stored.
 */
async function outcome(trick: Trick, limits = fetchLimits) {
  const origin = new Origin({ bytes: clip })
  origin.tricks.push(trick)
  const { ctx, sent } = withoutQueues(origin.in(await userContext()))
  const { id } = await startImport(ctx, { url: address })
  await deliver(ctx, sent, limits)
  const { status, error } = await getImport(ctx, id)
  return { status, error, holdings: await holdingsOf(ctx.actor.id), requests: origin.requests }
}

const nothing = { uploads: [], objects: [], parts: [] }

describe('a file that is not to be had', () => {
  it.each<[string, Trick, string]>([
    ['missing', () => new Response(null, { status: 404 }), "There's no file at that URL."],
    ['forbidden', () => new Response(null, { status: 403 }), "The server won't let us download this file."],
    ['always busy', () => new Response(null, { status: 503 }), 'The server is busy (503).'],
    ['an odd status', () => new Response(null, { status: 204 }), 'The server responded with status 204.'],
    ['unreachable', () => Promise.reject(new TypeError('network')), "We couldn't reach the server."],
    ['redirected without end', () => Response.redirect(address, 302), 'That URL redirects too many times.'],
    [
      'redirected to loopback',
      redirect('http://127.0.0.1/a.mp4'),
      'The URL must name a public host, such as example.com.',
    ],
    [
      'redirected to a private name',
      redirect('http://router.local/'),
      "That host isn't on the public internet.",
    ],
    [
      'redirected to a file',
      redirect('data:video/mp4;base64,AAAA'),
      'Only http and https URLs can be imported.',
    ],
    [
      'redirected to this site',
      redirect('http://localhost/'),
      'The URL must name a public host, such as example.com.',
    ],
    [
      'compressed',
      whole(clip, { 'content-encoding': 'gzip' }),
      "The server sends the file compressed, which isn't supported.",
    ],
    [
      'a page',
      whole(page, { 'content-type': 'text/html; charset=utf-8' }),
      "That URL isn't an MP4 or WebM video.",
    ],
    ['a page that says it is a video', whole(page), "This file isn't a video."],
    ['a picture', whole(fixture('poster.jpg')), 'This file is an image (JPEG), not a video.'],
    ['empty', whole(new Uint8Array(0)), 'The file is empty.'],
    [
      'of unknown length',
      () => stalled(clip, { 'content-type': 'video/mp4' }),
      "The server doesn't report the file's size.",
    ],
    [
      'longer than announced',
      whole(clip, { 'content-length': '1000' }),
      'The file is larger than the server said.',
    ],
    [
      'shorter than announced',
      whole(clip, { 'content-length': '50000' }),
      'The connection was lost before the end of the file.',
    ],
    [
      'too large without ranges',
      whole(clip, { 'content-length': '1073741825' }),
      "The server doesn't support range requests, so files over 1 GB can't be fetched.",
    ],
    [
      'too large',
      (request) =>
        answer(clip, {
          status: 206,
          headers: new Headers({
            'content-range': `bytes 0-${clip.length - 1}/5000000000`,
            etag: '"v1"',
            'content-type': 'video/mp4',
            'x-url': request.url,
          }),
        }),
      'Videos may be 4 GB large; this one is 5 GB.',
    ],
    [
      'of a size that is not said',
      () =>
        answer(clip, {
          status: 206,
          headers: new Headers({ 'content-range': 'bytes 0-9/*', 'content-type': 'video/mp4' }),
        }),
      'The server only sends part of the file.',
    ],
  ])('%s', async (_, trick, sentence) => {
    const { status, error, holdings } = await outcome(trick)
    expect({ status, error }).toEqual({ status: 'failed', error: sentence })
    expect(holdings).toEqual(nothing)
  })

  it('behind a host that never answers', async () => {
    const { error, requests } = await outcome(() => new Promise<Response>(() => {}), impatient)
    expect(error).toBe("The server didn't respond in time.")
    expect(requests).toHaveLength(4)
  })

  it('behind a host that stops in the middle', async () => {
    const trick = () =>
      stalled(clip.slice(0, 5000), { 'content-type': 'video/mp4', 'content-length': '10000' })
    const { error, holdings } = await outcome(trick, impatient)
    expect(error).toBe('The server stopped sending data.')
    expect(holdings).toEqual(nothing)
  })

  it.each([true, false])('behind a host that is too slow (ranges: %s)', async (ranges) => {
    const headers = {
      'content-type': 'video/mp4',
      'content-length': '10000',
      etag: '"v1"',
      'content-range': 'bytes 0-9999/10000',
    }
    const trick: Trick = () => {
      const body = new ReadableStream({ start: (controller) => controller.enqueue(clip.slice(0, 100)) })
      return new Response(body, { status: ranges ? 206 : 200, headers })
    }
    const { error } = await outcome(trick, { ...fetchLimits, sliceTime: 20, onePassTime: 20 })
    expect(error).toBe('The server is too slow.')
  })

  it('behind a host that hands out crumbs', async () => {
    const bytes = longClip(1)
    const trick: Trick = () => {
      const headers = {
        'content-type': 'video/mp4',
        etag: '"v1"',
        'content-range': `bytes 0-999/${bytes.length}`,
      }
      return answer(bytes.slice(0, 1000), { status: 206, headers: new Headers(headers) })
    }
    expect((await outcome(trick)).error).toBe('The server sends the file in pieces that are too small.')
  })

  it('that never ends, of which no more is read than was announced', async () => {
    let read = 0
    const trick: Trick = () => {
      const body = new ReadableStream({
        pull: (controller) => {
          read += MiB
          controller.enqueue(read === MiB ? longClip(0) : new Uint8Array(MiB))
        },
      })
      return new Response(body, {
        headers: { 'content-type': 'video/mp4', 'content-length': String(partSize) },
      })
    }
    const { error, holdings } = await outcome(trick)
    expect(error).toBe('The file is larger than the server said.')
    expect(read).toBeLessThan(partSize + 4 * MiB)
    expect(holdings).toEqual(nothing)
  })

  it('for which the account has no room', async () => {
    await changeSettingsRow({ quotaBytes: 1000 })
    const { error, holdings } = await outcome(whole(clip))
    await changeSettingsRow({ quotaBytes: 50 * 1024 ** 3 })
    expect(error).toContain('of your 1 kB left')
    expect(holdings).toEqual(nothing)
  })
})

describe('the addresses behind a name, in production', () => {
  async function importFrom(answers: Record<string, string[]> | null, url = address) {
    const origin = new Origin({ bytes: clip })
    origin.tricks.push((request) => {
      const asked = new URL(request.url)
      if (asked.hostname !== 'cloudflare-dns.com') return null
      if (!answers) return new Response(null, { status: 500 })
      const type = asked.searchParams.get('type') ?? ''
      const data = answers[type] ?? []
      return Response.json({
        Status: 0,
        Answer: data.map((one) => ({ type: type === 'A' ? 1 : 28, data: one })),
      })
    })
    const { ctx, sent } = withoutQueues(origin.in(await userContext()))
    const production = { ...ctx, config: { ...ctx.config, production: true } }
    const { id } = await startImport(production, { url })
    await deliver(production, sent)
    const fetches = origin.requests.filter(
      (request) => !request.url.startsWith('https://cloudflare-dns.com/'),
    )
    return { ...(await getImport(ctx, id)), fetches }
  }

  it('are asked for and public', async () => {
    const { status, fetches } = await importFrom({ A: ['93.184.216.34'], AAAA: ['2606:2800:220:1::1'] })
    expect(status).toBe('done')
    expect(fetches).toHaveLength(1)
  })

  it.each<[string, Record<string, string[]> | null, string]>([
    [
      'one of them is private',
      { A: ['93.184.216.34', '10.0.0.1'] },
      "That host isn't on the public internet.",
    ],
    ['loopback in IPv6', { A: ['93.184.216.34'], AAAA: ['::1'] }, "That host isn't on the public internet."],
    ['the cloud metadata service', { A: ['169.254.169.254'] }, "That host isn't on the public internet."],
    ['none', {}, "We couldn't find that host."],
    ['no answer', null, "We couldn't look up that host."],
  ])('refuse when they are: %s', async (_, answers, sentence) => {
    const { error, fetches } = await importFrom(answers)
    expect(error).toBe(sentence)
    expect(fetches).toEqual([])
  })

  it('has no origins that the guard lets through', async () => {
    await expect(importFrom({}, 'http://sandbox.test:8790/files/good/a.mp4')).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })
})

describe('/api/imports', () => {
  const post = (client: TestClient, url: string) => client.request('POST', '/api/imports', { json: { url } })

  it('asks for an account', async () => {
    const visitor = new TestClient()
    expect((await post(visitor, address)).status).toBe(401)
    expect((await visitor.get('/api/imports/abc')).status).toBe(401)
    expect((await visitor.request('DELETE', '/api/imports/abc')).status).toBe(401)
  })

  it.each(['http://127.0.0.1/a.mp4', 'file:///etc/passwd', 'http://localhost/', 'not an address'])(
    'refuses %s at its field',
    async (url) => {
      const response = await post(await signInAs(await makeUser()), url)
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ code: 'invalid_input', errors: [{ path: 'url' }] })
    },
  )

  it('accepts, and answers the state to follow', async () => {
    // Calls only the route: the real queue's worker would use the real network.
    const { ctx, sent } = withoutQueues(await userContext())
    const routes = new Hono<AppEnv>()
      .use(async (c, next) => {
        c.set('identity', { own: async () => ctx } as AppEnv['Variables']['identity'])
        await next()
      })
      .route('/', importRoutes)
    const body = JSON.stringify({ url: address })
    const headers = { 'content-type': 'application/json' }
    const response = await routes.request('/', { method: 'POST', body, headers })
    expect(response.status).toBe(202)
    const state = await response.json<{ id: string }>()
    expect(state).toEqual({
      id: expect.any(String),
      status: 'queued',
      received: 0,
      size: null,
      uploadId: null,
      obstacle: null,
      error: null,
    })
    expect(sent.imports).toEqual([{ importId: state.id }])
  })

  it("is the owner's alone", async () => {
    const { ctx } = withoutQueues(await userContext())
    const { id } = await startImport(ctx, { url: address })
    const [owner, other] = [await signInAs(ctx.actor), await signInAs(await makeUser())]
    expect((await other.get(`/api/imports/${id}`)).status).toBe(404)
    // A missing import counts as deleted, and for other accounts this one is missing.
    expect((await other.request('DELETE', `/api/imports/${id}`)).status).toBe(204)
    expect((await owner.get(`/api/imports/${id}`)).status).toBe(200)
    expect((await owner.request('DELETE', `/api/imports/${id}`)).status).toBe(204)
    expect((await owner.get(`/api/imports/${id}`)).status).toBe(404)
  })

  it('of an address that is being fetched is the one that runs, also when asked twice at once', async () => {
    const { ctx, sent } = withoutQueues(await userContext())
    const asked = await Promise.all([1, 2].map(() => startImport(ctx, { url: address })))
    asked.push(await startImport(ctx, { url: address }))
    expect(new Set(asked.map(({ id }) => id)).size).toBe(1)
    expect(sent.imports).toHaveLength(1)
  })

  it('runs three at once and starts five an hour', async () => {
    const { ctx } = withoutQueues(await userContext())
    const start = (name: number) => startImport(ctx, { url: `${address}?${name}` })
    const begun = [await start(1), await start(2), await start(3)]
    await expect(start(4)).rejects.toMatchObject({ code: 'conflict' })
    await runImport(new Origin({ bytes: clip }).in(ctx), begun[0]?.id ?? '', false)
    await start(5)
    await expect(start(6)).rejects.toMatchObject({ code: 'rate_limited' })
  })
})
