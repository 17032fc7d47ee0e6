import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { startSandbox } from '#dev/sandbox/server'
import { formDigest } from '#processors/ccbill/twin/digest'
import { keys as ccbillKeys } from '#processors/ccbill/twin/vars'
import { fault, type RelayOptions, startRelay } from '#tools/relay/server'

const secret = 'a-secret-of-the-relay-with-enough-characters'
const status = '/utils/subscriptionManagement.cgi'
const open: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

/** Starts a relay to `target`. Returns its origin and its log. */
async function relayTo(target: string, options: Partial<RelayOptions> = {}) {
  const lines: string[] = []
  const relay = await startRelay({ secret, port: 0, target, log: (line) => lines.push(line), ...options })
  open.push(() => relay.close())
  return { origin: `http://127.0.0.1:${relay.port}`, port: relay.port, lines }
}

/** Takes DataLink's place, and counts the requests that reach it. */
async function target(listener: RequestListener) {
  const seen: string[] = []
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`)
    listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

const ok: RequestListener = (_, response) => response.end('<results>1</results>')
const authorization = `Bearer ${secret}`

describe('the relay', () => {
  it("lets a site ask the twin's DataLink, and logs no credentials", async () => {
    const sandbox = await startSandbox(0)
    open.push(() => sandbox.close())
    const { subscriptionId } = sandbox.payments.ccbill.pay(
      `http://x/wap-frontflex/flexforms/${ccbillKeys.CCBILL_FLEX_ID}?${new URLSearchParams({
        clientSubacc: ccbillKeys.CCBILL_SUBACC,
        initialPrice: '14.99',
        initialPeriod: '30',
        currencyCode: '840',
        formDigest: formDigest('14.99', '30', '840'),
      })}`,
    )
    const { origin, lines } = await relayTo(`${sandbox.origin}/ccbill`)
    const query = new URLSearchParams({
      clientAccnum: ccbillKeys.CCBILL_ACCNUM,
      usingSubacc: ccbillKeys.CCBILL_SUBACC,
      username: ccbillKeys.CCBILL_DATALINK_USER,
      password: ccbillKeys.CCBILL_DATALINK_PASSWORD,
      action: 'viewSubscriptionStatus',
      returnXML: '1',
      subscriptionId,
    })
    const headers = { authorization }
    const posted = await fetch(origin + status, { method: 'POST', headers, body: query })
    expect(await posted.text()).toContain('<subscriptionStatus>1</subscriptionStatus>')
    expect(posted.headers.get('content-type')).toBe('text/xml')
    const got = await fetch(`${origin}${status}?${query}`, { headers })
    expect(await got.text()).toContain('<subscriptionStatus>1</subscriptionStatus>')
    expect(lines).toEqual([
      expect.stringMatching(/^POST \/utils\/subscriptionManagement\.cgi 200 \d+ ms$/),
      expect.stringMatching(/^GET \/utils\/subscriptionManagement\.cgi 200 \d+ ms$/),
    ])
  })

  it.each([
    ['no secret', status, {}, 401],
    ['a wrong one', status, { authorization: `${authorization}x` }, 401],
    ['one without its scheme', status, { authorization: secret }, 401],
    ['a wrong one on an unknown path', '/', { authorization: 'Bearer x' }, 401],
    ['another path', '/utils/customCancel.cgi', { authorization }, 404],
    ['a longer path', `${status}/x`, { authorization }, 404],
    ['a host in the path', '//evil.example/data/main.cgi', { authorization }, 404],
    ['an encoded path', '/data%2Fmain.cgi', { authorization }, 404],
  ])('forwards nothing with %s', async (_, path, headers, expected) => {
    const { origin, seen } = await target(ok)
    const relay = await relayTo(origin)
    const response = await fetch(relay.origin + path, { headers: headers as Record<string, string> })
    expect(response.status).toBe(expected)
    expect(seen).toEqual([])
  })

  it('forwards no whole URL, as a proxy would', async () => {
    const { origin, seen } = await target(ok)
    const { port } = await relayTo(origin)
    const socket = connect(port, '127.0.0.1')
    socket.write(
      `GET http://evil.example/data/main.cgi HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\nconnection: close\r\n\r\n`,
    )
    let text = ''
    for await (const chunk of socket) text += chunk
    expect(text).toMatch(/^HTTP\/1\.1 404 /)
    expect(seen).toEqual([])
  })

  it.each([
    ['another method', { method: 'DELETE' }, 405],
    ['a body that is too long', { method: 'POST', body: 'x'.repeat(9 * 1024) }, 413],
  ])('refuses %s', async (_, init, expected) => {
    const { origin, seen } = await target(ok)
    const relay = await relayTo(origin)
    const response = await fetch(relay.origin + status, { ...init, headers: { authorization } })
    expect(response.status).toBe(expected)
    expect(seen).toEqual([])
  })

  it('follows no redirect', async () => {
    const elsewhere = await target(ok)
    const { origin } = await target((_, response) =>
      response.writeHead(302, { location: elsewhere.origin }).end(),
    )
    const relay = await relayTo(origin)
    const response = await fetch(relay.origin + status, { headers: { authorization }, redirect: 'manual' })
    expect(response.status).toBe(502)
    expect(elsewhere.seen).toEqual([])
  })

  it.each<[string, RequestListener]>([
    ['an answer that is too long', (_, response) => response.end(Buffer.alloc(4 * 1024 * 1024 + 1))],
    ['a connection that breaks', (_, response) => response.destroy()],
  ])('passes %s on as a failure', async (_, listener) => {
    const { origin } = await target(listener)
    const relay = await relayTo(origin, { timeout: 60_000 })
    expect((await fetch(relay.origin + status, { headers: { authorization } })).status).toBe(502)
  })

  it('passes silence on as a failure', async () => {
    const { origin } = await target(() => undefined)
    const relay = await relayTo(origin, { timeout: 200 })
    expect((await fetch(relay.origin + status, { headers: { authorization } })).status).toBe(504)
  })

  it('passes on neither cookies nor the headers of a caller', async () => {
    const { origin } = await target((request, response) => {
      response.setHeader('set-cookie', 'a=b')
      response.end(JSON.stringify(request.headers))
    })
    const relay = await relayTo(origin)
    const headers = { authorization, cookie: 'c=d', 'x-forwarded-for': '203.0.113.9' }
    const response = await fetch(relay.origin + status, { headers })
    const seen = (await response.json()) as Record<string, string>
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(seen).not.toHaveProperty('authorization')
    expect(seen).not.toHaveProperty('cookie')
    expect(seen).not.toHaveProperty('x-forwarded-for')
  })
})

describe('its configuration', () => {
  it.each([
    [{}, /^RELAY_SECRET must have at least 32 characters/],
    [{ RELAY_SECRET: 'short' }, /^RELAY_SECRET must have at least 32 characters/],
    [{ RELAY_SECRET: secret, RELAY_PORT: 'http' }, /^RELAY_PORT must be the number of a port/],
  ])('%o is refused in a sentence', (env, sentence) => {
    expect(fault(env)).toMatch(sentence)
  })

  it('ends the program with that sentence', async () => {
    const { RELAY_SECRET, ...env } = process.env
    const main = join(import.meta.dirname, '../../../../tools/relay/main.ts')
    const program = spawn(process.execPath, [main], { env })
    const ended = once(program, 'exit')
    let said = ''
    for await (const chunk of program.stderr) said += chunk
    expect(said).toMatch(/^RELAY_SECRET must have/)
    expect(await ended).toEqual([1, null])
  })
})
