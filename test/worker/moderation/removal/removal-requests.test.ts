import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AdminRemovalRequest, RemovalReceipt } from '#contract/schemas/moderation/safety'
import { removalClockMs } from '#contract/values/moderation/safety'
import type { Hold, Review } from '#contract/values/videos/video'
import { removalRequests } from '#db/schema'
import { TestClient } from '#test/support/client'
import { changeSettings, makeUser, makeVideo, signInAs, testDb, videoRow } from '#test/support/factories'
import { neverExisted } from '#test/support/matrix/matrix'
import {
  addressOfVideo,
  askedRow,
  askRemoval,
  mailsOf,
  receiptOf,
  removalForm,
} from '#test/support/moderation/removals'
import { randomId } from '#worker/storage/keys'

const db = testDb()
let owner: { id: number; username: string }
let admin: TestClient

beforeAll(async () => {
  owner = await makeUser()
  admin = await signInAs(await makeUser({ isAdmin: true }))
})

async function isShown(id: number): Promise<boolean> {
  return (await new TestClient().get(`/api/videos/${id}`)).status === 200
}

describe('asking for a removal', () => {
  it('gives whoever asks a receipt and 48 hours, and mails its address', async () => {
    const video = await makeVideo(owner.id)
    const email = `${randomId().toLowerCase()}@example.com`
    const client = new TestClient()
    client.now = Date.now()
    const receipt = await askRemoval({ url: addressOfVideo(video), email }, client)
    expect(receipt).toEqual({
      token: expect.stringMatching(/^[\w-]{22}$/),
      at: new Date(client.now).toISOString(),
      dueAt: new Date(client.now + removalClockMs).toISOString(),
      url: addressOfVideo(video),
      videoTitle: video.title,
      reason: 'copyright',
      status: 'open',
      hidden: false,
      ofList: false,
      decision: null,
      takenBackAt: null,
    })
    expect(await receiptOf(receipt.token)).toEqual(receipt)
    const [mail, ...more] = await mailsOf(`removal-request:${receipt.token}:received`)
    expect([mail?.recipient, more]).toEqual([email, []])
    expect(mail?.body).toContain(`/removal/${receipt.token}`)
    expect(await isShown(video.id)).toBe(true)
  })

  it('mails nothing that somebody typed into the form', async () => {
    const video = await makeVideo(owner.id)
    const words = {
      name: 'Buy at spam.example',
      signature: 'buy  at SPAM.example',
      statement: 'Buy at spam.example, cheaper than all the others.',
    }
    const { token, url } = await askRemoval({ url: `${addressOfVideo(video)}?x=spam.example`, ...words })
    const [mail] = await mailsOf(`removal-request:${token}:received`)
    expect(`${mail?.subject} ${mail?.body}`).not.toMatch(/spam|Ada/)
    expect(url).toContain('spam')
  })

  it.each(['minor', 'without_consent'] as const)('hides the video at once for %s', async (reason) => {
    const video = await makeVideo(owner.id)
    const receipt = await askRemoval({ url: addressOfVideo(video), reason })
    expect(receipt).toMatchObject({ videoTitle: video.title, hidden: true, status: 'open' })
    expect(await isShown(video.id)).toBe(false)
    expect(await videoRow(video.id)).toMatchObject({ hold: 'quarantine', revision: video.revision + 1 })
  })

  it('says the same of a video that the public can’t see and of one that never was', async () => {
    const hidden: { isPublic?: boolean; review?: Review; hold?: Hold; status?: 'processing' | 'failed' }[] = [
      { isPublic: false },
      { review: 'pending' },
      { review: 'rejected' },
      { status: 'processing' },
      { hold: 'quarantine' },
      { hold: 'removed' },
      { hold: 'ban' },
    ]
    const said = (receipt: RemovalReceipt, id: number) => {
      const { token, at, dueAt, ...rest } = receipt
      return JSON.stringify(rest).replaceAll(String(id), 'N')
    }
    for (const reason of ['minor', 'copyright'] as const) {
      const never = await askRemoval({ url: addressOfVideo({ id: neverExisted }), reason })
      const expected = said(never, neverExisted)
      expect(never).toMatchObject({ videoTitle: null, hidden: false })
      for (const shape of hidden) {
        const { id } = await makeVideo(owner.id, shape)
        const receipt = await askRemoval({ url: addressOfVideo({ id }), reason })
        expect([shape, said(receipt, id)]).toEqual([shape, expected])
        expect([shape, said(await receiptOf(receipt.token), id)]).toEqual([shape, expected])
      }
    }
  })

  it('leaves a private video where it is, and shows it to administrators', async () => {
    const video = await makeVideo(owner.id, { isPublic: false })
    const { id } = await askedRow({ url: addressOfVideo(video), reason: 'minor' })
    expect((await videoRow(video.id))?.hold).toBeNull()
    const listed = await admin.json<AdminRemovalRequest[]>('GET', '/api/admin/removal-requests?limit=50')
    expect(listed.find((item) => item.id === id)).toMatchObject({
      videoId: video.id,
      videoTitle: video.title,
      video: { id: video.id, hold: null, isPublic: false },
      uploader: owner,
    })
  })

  it('says when a video that could be seen is gone, as everybody can see', async () => {
    const video = await makeVideo(owner.id)
    const { token } = await askRemoval({ url: addressOfVideo(video) })
    await (await signInAs(owner)).request('PATCH', `/api/videos/${video.id}`, { json: { isPublic: false } })
    expect((await receiptOf(token)).hidden).toBe(true)
  })

  it('keeps a request whose address names no video', async () => {
    const row = await askedRow({ url: 'somewhere on your site', reason: 'minor' })
    expect(row).toMatchObject({
      videoId: null,
      videoTitle: null,
      url: 'somewhere on your site',
      status: 'open',
    })
  })

  it('takes the same words twice, even at once, for one request', async () => {
    const client = new TestClient()
    const json = removalForm()
    const send = () => client.request('POST', '/api/removal-requests', { json })
    const answers = await Promise.all([send(), send()])
    const receipts = await Promise.all(answers.map((answer) => answer.json<RemovalReceipt>()))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 201])
    expect(receipts[0]).toEqual(receipts[1])
    for (let count = 0; count < 3; count += 1) expect((await send()).status).toBe(200)
    // The repetitions count neither as requests of the hour nor as emails of the address's day.
    const { token } = await askRemoval({ email: json.email.toUpperCase() }, client)
    expect(await mailsOf(`removal-request:${token}:received`)).toHaveLength(1)
    const rows = await db.select().from(removalRequests).where(eq(removalRequests.email, json.email))
    expect(rows).toHaveLength(1)
  })

  it('takes a graver reason in the same words for a request of its own', async () => {
    const video = await makeVideo(owner.id)
    const form = removalForm({ url: addressOfVideo(video) })
    const first = await askRemoval(form)
    const second = await askRemoval({ ...form, reason: 'minor' })
    expect(second.token).not.toBe(first.token)
    expect(await isShown(video.id)).toBe(false)
  })

  it('shows nobody a request by guessing whose it is', async () => {
    const form = removalForm()
    const mine = await askRemoval(form)
    const guess = await askRemoval({
      ...form,
      statement: 'Somebody else, who knows the address and the mail.',
    })
    expect(guess.token).not.toBe(mine.token)
  })

  it('stays open while the site is closed', async () => {
    await changeSettings({ maintenanceMode: true })
    try {
      const client = new TestClient()
      client.now = Date.now() + 60_000
      const { token } = await askRemoval({}, client)
      expect((await client.get(`/api/removal-requests/${token}`)).status).toBe(200)
    } finally {
      await changeSettings({ maintenanceMode: false })
    }
  })
})
