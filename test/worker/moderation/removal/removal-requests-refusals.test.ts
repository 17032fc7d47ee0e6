import { beforeAll, describe, expect, it } from 'vitest'
import { confirmedMs } from '#contract/values/accounts/account'
import { problemOf, TestClient } from '#test/support/client'
import { makeUser, makeVideo, signInAs, videoRow } from '#test/support/factories'
import { neverExisted } from '#test/support/matrix/matrix'
import { askedRow, askRemoval, mailsOf, removalForm, requestRow } from '#test/support/moderation/removals'

let admin: TestClient
let ownerId: number

beforeAll(async () => {
  admin = await signInAs(await makeUser({ isAdmin: true }))
  ownerId = (await makeUser()).id
})

function ask(json: unknown, client = new TestClient()) {
  return client.request('POST', '/api/removal-requests', { json })
}

async function refusal(response: Response) {
  const { code } = await problemOf(response)
  return [response.status, code]
}

describe('a removal request is refused', () => {
  it.each([
    ['no address', { url: ' ' }],
    ['an endless address', { url: `https://localhost/${'x'.repeat(2048)}` }],
    ['a reason of its own', { reason: 'spam' }],
    ['no relation', { relation: 'friend' }],
    ['no name', { name: ' A ' }],
    ['no mail address', { email: 'ada' }],
    ['two mail addresses', { email: 'ada@example.com, eve@example.com' }],
    ['a word as a statement', { statement: 'Remove it' }],
    ['a book as a statement', { statement: 'x'.repeat(5001) }],
    ['no good faith', { goodFaith: false }],
    ['no signature', { signature: '' }],
    ['the signature of somebody else', { signature: 'Ben Example' }],
    ['a field of somebody else', { videoId: 1 }],
  ])('with %s', async (_, change) => {
    expect(await refusal(await ask({ ...removalForm(), ...change }))).toEqual([400, 'invalid_input'])
  })

  it('from another site', async () => {
    const response = await new TestClient().request('POST', '/api/removal-requests', {
      json: removalForm(),
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect(await refusal(response)).toEqual([403, 'cross_site'])
  })

  it('after three in an hour of one address, kindly', async () => {
    const client = new TestClient()
    client.now = Date.UTC(2032, 0, 1)
    for (let count = 0; count < 3; count += 1) await askRemoval({}, client)
    client.now += 20 * 60_000
    const fourth = await ask(removalForm(), client)
    const { code, detail } = await problemOf(fourth)
    expect([fourth.status, code, fourth.headers.get('retry-after')]).toEqual([429, 'rate_limited', '2400'])
    expect(detail).toMatch(
      /^We've received your last 3 requests and review every one\. .* in 40 min, or contact \S+@\S+/,
    )
    await askRemoval({}, new TestClient())
    client.now += 40 * 60_000
    await askRemoval({}, client)
  })

  it('nobody’s box is filled by it: requests in one name count, and are mailed three times a day', async () => {
    const email = 'victim@example.com'
    const tokens: string[] = []
    for (let count = 0; count < 5; count += 1) tokens.push((await askRemoval({ email })).token)
    const mails = await Promise.all(tokens.map((token) => mailsOf(`removal-request:${token}:received`)))
    expect(mails.map(({ length }) => length)).toEqual([1, 1, 1, 0, 0])
    for (const token of tokens) expect((await requestRow(token)).status).toBe('open')
  })
})

describe('a receipt', () => {
  it.each(['x', 'A'.repeat(22), '1', '%00', '%F0%9F%92%A9'])('is no %s', async (token) => {
    expect(await refusal(await new TestClient().get(`/api/removal-requests/${token}`))).toEqual([
      404,
      'not_found',
    ])
  })

  it('tells nothing of who asked, and is kept by nobody on the way', async () => {
    const row = await askedRow()
    const response = await new TestClient().get(`/api/removal-requests/${row.token}`)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const text = await response.text()
    for (const secret of [row.email, row.name, row.statement]) expect(text).not.toContain(secret)
  })
})

describe('a decision is refused', () => {
  function decide(id: number, json: unknown, client = admin) {
    return client.request('POST', `/api/admin/removal-requests/${id}/decide`, { json })
  }

  it.each([
    ['no words', { decision: 'remove', note: ' ' }],
    ['another decision', { decision: 'dismiss', note: 'No.' }],
    ['no decision', { note: 'No.' }],
    ['too many words', { decision: 'refuse', note: 'x'.repeat(1001) }],
    ['a video for a refusal', { decision: 'refuse', note: 'No.', videoId: 1 }],
    ['a video that never was', { decision: 'remove', note: 'Yes.', videoId: neverExisted }],
    ['no video to remove', { decision: 'remove', note: 'Yes.' }],
  ])('with %s', async (_, json) => {
    const row = await askedRow({ url: 'somewhere' })
    expect(await refusal(await decide(row.id, json))).toEqual([400, 'invalid_input'])
    expect((await requestRow(row.token)).status).toBe('open')
  })

  it('of a request that never was', async () => {
    expect(await refusal(await decide(neverExisted, { decision: 'refuse', note: 'No.' }))).toEqual([
      404,
      'not_found',
    ])
  })

  it('a second time', async () => {
    const row = await askedRow()
    expect((await decide(row.id, { decision: 'refuse', note: 'No.' })).status).toBe(200)
    const again = await decide(row.id, { decision: 'refuse', note: 'No, again.' })
    expect(await refusal(again)).toEqual([409, 'conflict'])
    expect((await requestRow(row.token)).decisionNote).toBe('No.')
  })

  it('to remove, without the password of late; to refuse, it isn’t asked for', async () => {
    const video = await makeVideo(ownerId)
    const row = await askedRow({ url: `/video/${video.id}` })
    const client = admin.copy()
    client.now = Date.now() + confirmedMs + 60_000
    const response = await decide(row.id, { decision: 'remove', note: 'Yes.' }, client)
    expect(await refusal(response)).toEqual([403, 'password_required'])
    expect((await videoRow(video.id))?.hold).toBeNull()
    expect((await decide(row.id, { decision: 'refuse', note: 'No.' }, client)).status).toBe(200)
  })

  it('to whoever isn’t an administrator', async () => {
    const row = await askedRow()
    const user = await signInAs(await makeUser())
    const json = { decision: 'refuse', note: 'No.' }
    expect(await refusal(await decide(row.id, json, user))).toEqual([403, 'forbidden'])
    expect(await refusal(await decide(row.id, json, new TestClient()))).toEqual([401, 'unauthenticated'])
    expect((await requestRow(row.token)).status).toBe('open')
  })
})
