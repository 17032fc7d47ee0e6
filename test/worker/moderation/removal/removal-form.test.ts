import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { safetyMessages } from '#contract/values/moderation/safety'
import { TestClient } from '#test/support/client'
import { EnvClient } from '#test/support/env-client'
import { changeSettings, makeUser, makeVideo, videoRow } from '#test/support/factories'
import { Faults, faultyEnv } from '#test/support/faults'
import {
  addressOfVideo,
  plainForm,
  receiptOf,
  removalForm,
  sendPlain,
} from '#test/support/moderation/removals'

/** Returns what a browser without JavaScript shows of a page. */
async function plainOf(response: Response): Promise<string> {
  return /<noscript>(.*?)<\/noscript>/s.exec(await response.text())?.[1] ?? ''
}

const tokenOf = (response: Response) => response.headers.get('location')?.split('/').at(-1) ?? ''

describe('without JavaScript', () => {
  it('a legal text can be read, and only the one on removals has a form', async () => {
    const visitor = new TestClient({ ageVerified: false })
    const terms = await plainOf(await visitor.get('/terms'))
    expect(terms).toContain('These terms are the agreement')
    expect(terms).toContain('href="/privacy"')
    expect(terms).not.toContain('<form')
    const response = await visitor.get('/removal?video=7')
    // With no referrer, older browsers would send the form without an origin.
    expect(response.headers.get('referrer-policy')).toBe('same-origin')
    const removal = await plainOf(response)
    expect(removal).toContain('What happens then')
    expect(removal).toContain('action="/removal#form" method="post"')
    expect(removal).toContain('value="http://localhost:8787/video/7"')
  })

  it('other pages say that they need it', async () => {
    expect(await plainOf(await new TestClient().get('/trending'))).toContain('This site needs JavaScript')
  })

  it('a request is made by the same service, and its receipt can be read', async () => {
    const video = await makeVideo((await makeUser()).id)
    const fields = plainForm({
      url: addressOfVideo(video),
      reason: 'without_consent',
      statement: 'This shows me.\r\nI never agreed to it.',
    })
    const response = await sendPlain(fields)
    expect(response.status).toBe(303)
    const receipt = await receiptOf(tokenOf(response))
    expect(receipt).toMatchObject({ status: 'open', reason: 'without_consent', hidden: true })
    expect((await videoRow(video.id))?.hold).toBe('quarantine')
    const read = await new TestClient({ ageVerified: false }).get(`/removal/${receipt.token}`)
    expect(read.headers.get('cache-control')).toBe('private, no-store')
    const page = await plainOf(read)
    expect(page).toContain(receipt.token)
    expect(page).toContain('It will be decided by')
    // Sent again, also by the app, it is the same request.
    const { statement } = fields
    expect(tokenOf(await sendPlain(fields))).toBe(receipt.token)
    const json = { ...removalForm(), ...fields, goodFaith: true, statement: statement?.replaceAll('\r', '') }
    const byApp = await new TestClient().json<{ token: string }>('POST', '/api/removal-requests', json)
    expect(byApp.token).toBe(receipt.token)
  })

  it('the receipt is there at once, also where the nearest replica is behind and no cookie says so', async () => {
    const token = tokenOf(await sendPlain(plainForm()))
    const client = new EnvClient(withReplicaBehind())
    expect(await plainOf(await client.get(`/removal/${token}`))).toContain('It will be decided by')
    expect((await client.get(`/api/removal-requests/${token}`)).status).toBe(200)
  })

  it('an unknown receipt is named as such', async () => {
    const response = await new TestClient().get('/removal/neverexisted')
    expect(await plainOf(response)).toContain('Request not found')
  })

  it('a refused request comes back as it was typed, with each field that is wrong', async () => {
    const { reason, goodFaith, ...rest } = plainForm({
      statement: '"Two" lines\r\n<here>',
      signature: 'Ben Example',
    })
    const response = await sendPlain(rest)
    expect(response.status).toBe(400)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    const page = await plainOf(response)
    expect(page).toContain('Your request wasn&#x27;t sent')
    expect(page).toContain('&quot;Two&quot; lines\n&lt;here&gt;</textarea>')
    expect(page).toContain(`value="${rest.email}"`)
    for (const sentence of [
      'Please choose a reason.',
      safetyMessages.goodFaithMissing,
      safetyMessages.statementShort,
      safetyMessages.signatureOther,
    ])
      expect(page).toContain(sentence)
    expect(page.match(/aria-invalid="true"/g)).toHaveLength(4)
  })

  it('the fourth request in an hour is refused, kindly, and nothing typed is lost', async () => {
    const client = new TestClient()
    for (let count = 0; count < 3; count += 1)
      expect((await sendPlain(plainForm({ email: `a${count}@example.com` }), client)).status).toBe(303)
    const fields = plainForm()
    const response = await sendPlain(fields, client)
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    const page = await plainOf(response)
    expect(page).toContain(fields.statement)
    expect(page).not.toContain('aria-invalid="true"')
  })

  it.each([
    ['from another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['from a sandboxed page, in a browser without Fetch Metadata', { origin: 'null' }, 403],
    ['from nowhere, in a program without Fetch Metadata', {}, 403],
    ['as another kind of body', { 'content-type': 'text/plain' }, 415],
  ])('a form %s is refused', async (name, headers, status) => {
    const client = new TestClient()
    const body = new URLSearchParams(plainForm()).toString()
    const response = await client.request('POST', '/removal', {
      body,
      withoutMetadata: name.includes('without Fetch'),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })
    expect(response.status).toBe(status)
  })

  it('a body longer than any form is refused', async () => {
    expect((await sendPlain(plainForm({ statement: 'x'.repeat(70_000) }))).status).toBe(413)
  })

  it('it all stays open while the site is closed', async () => {
    await changeSettings({ maintenanceMode: true })
    try {
      expect(await plainOf(await new TestClient().get('/removal'))).toContain('<form')
      expect((await sendPlain(plainForm())).status).toBe(303)
    } finally {
      await changeSettings({ maintenanceMode: false })
    }
  })
})

/** Returns the site's bindings, with replicas that know of no removal request yet. */
function withReplicaBehind(): typeof env {
  const nothing = Object.assign([], { results: [], success: true, meta: {} })
  const behind = faultyEnv(new Faults().answers(/removal_requests/, nothing)).DB
  const DB = new Proxy(env.DB, {
    get(target, name) {
      if (name === 'withSession')
        return (from: string) => (from === 'first-primary' ? target : behind).withSession(from)
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { ...env, DB }
}
