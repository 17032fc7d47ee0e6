import { beforeAll, describe, expect, it } from 'vitest'
import { kindsOn, type MailKind } from '#contract/values/shared/notices'
import type { TestClient } from '#test/support/client'
import { jobContext } from '#test/support/context'
import { day, makeTerm, makeUser, makeVideo, signInAs } from '#test/support/factories'
import { decide } from '#test/support/moderation/review'
import { mailsTo, reportsOf } from '#test/support/moderation/safety'
import { remindOfEndingTerms } from '#worker/services/payments/subscription/index'

let admin: TestClient

beforeAll(async () => {
  admin = await signInAs(await makeUser({ isAdmin: true }))
})

/** Creates an account that wants every kind but these. Returns it with the subjects queued for it. */
async function accountWithout(...kinds: MailKind[]) {
  const user = await makeUser()
  const json = { notices: Object.fromEntries(kinds.map((kind) => [kind, { email: false }])) }
  await (await signInAs(user)).json('PATCH', '/api/account/preferences', json)
  const subjects = async () => (await mailsTo(`${user.username}@example.com`)).map(({ subject }) => subject)
  return { ...user, subjects }
}

const others = (kind: MailKind) => kindsOn('email').filter((each) => each !== kind)

describe('mails that an account can do without', () => {
  it('before premium ends', async () => {
    const without = await accountWithout('premium')
    const within = await accountWithout(...others('premium'))
    const ctx = await jobContext()
    for (const { id } of [without, within]) await makeTerm(id, ctx.now + day)
    await remindOfEndingTerms(ctx)
    expect([await without.subjects(), await within.subjects()]).toEqual([[], ['Your membership ends soon']])
  })

  it.each(['approve', 'reject'] as const)('to %s a video', async (verdict) => {
    const subject = 'Your upload has been reviewed'
    for (const [owner, expected] of [
      [await accountWithout('review'), []],
      [await accountWithout(...others('review')), [subject]],
    ] as const) {
      const { id } = await makeVideo(owner.id, { review: 'pending', waitingSince: Date.now() })
      expect((await decide(admin, verdict, id)).status).toBe(200)
      expect(await owner.subjects()).toEqual(expected)
    }
  })

  it('what became of a report', async () => {
    const video = await makeVideo((await makeUser()).id)
    const without = await accountWithout('report')
    const within = await accountWithout(...others('report'))
    for (const reporter of [without, within]) {
      const client = await signInAs(reporter)
      await client.request('POST', `/api/videos/${video.id}/report`, { json: { reason: 'spam' } })
    }
    const report = (await reportsOf(video.id)).at(-1)
    const json = { decision: 'dismiss', note: 'There is nothing wrong with it.' }
    const decided = await admin.request('POST', `/api/admin/reports/${report?.id}/decide`, { json })
    expect(await decided.json()).toMatchObject({ status: 'dismissed' })
    expect(await without.subjects()).toEqual([])
    expect(await within.subjects()).toHaveLength(1)
  })
})

it('a removal of one’s video is told to everybody', async () => {
  const owner = await accountWithout(...kindsOn('email'))
  const { id } = await makeVideo(owner.id)
  const json = { reason: 'spam', note: 'It advertises something.' }
  await admin.request('POST', `/api/admin/videos/${id}/remove`, { json })
  expect(await owner.subjects()).toHaveLength(1)
})
