import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '#dev/sandbox/server'

let sandbox: Sandbox
let clip: Buffer

beforeAll(async () => {
  clip = await readFile('dev/seed/media/aurora.mp4')
  sandbox = await startSandbox(0)
})
afterAll(() => sandbox.close())
beforeEach(() => fetch(`${sandbox.origin}/__ctl`, { method: 'DELETE' }))

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${sandbox.origin}/files/${path}`, { headers, redirect: 'manual' })
}

async function addFault(fault: object): Promise<void> {
  const response = await fetch(`${sandbox.origin}/__ctl`, {
    method: 'POST',
    body: JSON.stringify({ faults: [fault] }),
  })
  expect(response.status).toBe(200)
}

describe('a good host', () => {
  it('serves a clip whole, with its type, length and a tag', async () => {
    const response = await get('good/aurora.mp4')
    expect(response.headers.get('content-type')).toBe('video/mp4')
    expect(response.headers.get('etag')).toMatch(/^"\w+"$/)
    expect(Buffer.from(await response.arrayBuffer()).equals(clip)).toBe(true)
  })

  it('serves a range, and the whole when the tag is another', async () => {
    const part = await get('good/aurora.mp4', { range: 'bytes=10-19' })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes 10-19/${clip.length}`)
    expect(Buffer.from(await part.arrayBuffer()).equals(clip.subarray(10, 20))).toBe(true)
    const other = await get('good/aurora.mp4', { range: 'bytes=10-19', 'if-range': '"other"' })
    expect(other.status).toBe(200)
    await other.arrayBuffer()
  })

  it('refuses names that lead out of its folder', async () => {
    expect((await get('good/..%2f..%2fcatalogue.ts')).status).toBe(404)
    expect((await get('good/missing.mp4')).status).toBe(404)
  })
})

describe('a bad host', () => {
  it('redirects as often as asked', async () => {
    const first = await get('redirect/2')
    expect(first.headers.get('location')).toBe('/files/redirect/1')
    expect((await get('redirect/0')).status).toBe(200)
    const away = await get('redirect-to?url=http%3A%2F%2F10.0.0.1%2F')
    expect(away.headers.get('location')).toBe('http://10.0.0.1/')
  })

  it.each(['lying-length', 'cut'])('%s ends before its announced length', async (name) => {
    const response = await get(name)
    await expect(response.arrayBuffer()).rejects.toThrow()
  })

  it('never ends', async () => {
    const response = await get('endless')
    const reader = response.body?.getReader()
    let read = 0
    while (read < 2 * clip.length) read += (await reader?.read())?.value?.length ?? 0
    await reader?.cancel()
    expect(response.headers.get('content-length')).toBeNull()
  })

  it('knows no ranges', async () => {
    const response = await get('no-range', { range: 'bytes=10-19' })
    expect(response.status).toBe(200)
    expect((await response.arrayBuffer()).byteLength).toBe(clip.length)
  })

  it('changes its tag with every request', async () => {
    const tags = await Promise.all([get('changing-etag'), get('changing-etag')])
    expect(new Set(tags.map((response) => response.headers.get('etag'))).size).toBe(2)
    await Promise.all(tags.map((response) => response.arrayBuffer()))
  })

  it('hangs until the caller gives up', async () => {
    const gaveUp = fetch(`${sandbox.origin}/files/hang`, { signal: AbortSignal.timeout(50) })
    await expect(gaveUp).rejects.toThrow(/timeout/)
  })
})

describe('the control', () => {
  it('sets a fault for one request and shows what was asked', async () => {
    await addFault({ path: '/files/good', status: 503 })
    expect((await get('good/aurora.mp4')).status).toBe(503)
    expect((await get('good/aurora.mp4', { range: 'bytes=0-0' })).status).toBe(206)
    const state = (await (await fetch(`${sandbox.origin}/__ctl`)).json()) as {
      requests: { path: string; headers: Record<string, string> }[]
    }
    expect(state.requests.map((request) => request.path)).toEqual(Array(2).fill('/files/good/aurora.mp4'))
    expect(state.requests[1]?.headers.range).toBe('bytes=0-0')
  })

  it('cuts an answer short', async () => {
    await addFault({ path: '/files/good', cutAfter: 1000 })
    const response = await get('good/aurora.mp4')
    await expect(response.arrayBuffer()).rejects.toThrow()
  })
})

it.each(['SIGINT', 'SIGTERM'] as const)('stops cleanly on %s, in the middle of an answer', async (signal) => {
  const child = spawn(process.execPath, ['dev/sandbox/server.ts'], {
    env: { ...process.env, SANDBOX_PORT: '0' },
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const origin = /http:\S+/.exec(String(line))?.[0]
  const endless = await fetch(`${origin}/files/endless`)
  child.kill(signal)
  const [code] = (await once(child, 'exit')) as [number | null]
  expect(code).toBe(0)
  await endless.body?.cancel().catch(() => {})
})
