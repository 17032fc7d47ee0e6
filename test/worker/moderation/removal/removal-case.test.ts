import { expect, it } from 'vitest'
import type { AdminRemovalRequest, RemovalReceipt } from '#contract/schemas/moderation/safety'
import { escalationHours } from '#contract/values/moderation/safety'
import { hour } from '#contract/values/shared/time'
import { TestClient } from '#test/support/client'
import { jobContext } from '#test/support/context'
import { changeSettings, makeUser, makeVideo } from '#test/support/factories'
import { askedRow, mailsOf, requestRow, signInAt } from '#test/support/moderation/removals'
import { remindOfRequests } from '#worker/services/moderation/removal-requests/index'

const start = Date.UTC(2031, 0, 1)

it('a case from the form to the appeal, with every mail', async () => {
  await changeSettings({ contactEmail: 'safety@nocturne.test' })
  const uploader = await makeUser()
  const video = await makeVideo(uploader.id)
  const client = new TestClient()
  client.now = start
  const row = await askedRow(
    { url: `https://localhost/video/${video.id}`, reason: 'without_consent' },
    client,
  )
  for (const stage of escalationHours) await remindOfRequests(await jobContext(start + stage * hour))
  expect(await mailsOf(`removal-request:${row.id}:clock:`)).toHaveLength(3)

  const admin = await signInAt(await makeUser({ isAdmin: true }), start + 45 * hour)
  const decided = await admin.json<AdminRemovalRequest>(
    'POST',
    `/api/admin/removal-requests/${row.id}/decide`,
    {
      decision: 'remove',
      note: 'Nobody agreed to it.',
    },
  )
  expect(decided).toMatchObject({ status: 'removed', escalated: 44 })

  const owner = await signInAt(uploader, start + 46 * hour)
  const [removal] = await owner.json<{ id: number }[]>('GET', '/api/removals')
  const text = 'Everybody in it signed a release, which I have sent you.'
  const path = `/api/removals/${removal?.id}/appeal`
  expect((await owner.request('POST', path, { json: { text } })).status).toBe(201)
  const appeal = await admin.request('POST', `/api/admin/appeals/${removal?.id}/decide`, {
    json: { decision: 'restore', note: 'The releases are in order.' },
  })
  expect(appeal.status).toBe(200)
  expect((await new TestClient().get(`/api/videos/${video.id}`)).status).toBe(200)
  expect(
    await new TestClient().json<RemovalReceipt>('GET', `/api/removal-requests/${row.token}`),
  ).toMatchObject({
    status: 'removed',
    hidden: false,
  })
  const events = [
    [`removal-request:${row.token}:received`, row.email],
    [`removal-request:${row.id}:decided`, row.email],
    [`removal:${removal?.id}`, `${uploader.username}@example.com`],
    [`removal:${removal?.id}:appeal-decided`, `${uploader.username}@example.com`],
    [`removal:${removal?.id}:taken-back:${row.token}`, row.email],
  ]
  for (const [event = '', recipient] of events) {
    const mails = (await mailsOf(event)).filter(({ dedupeKey }) => dedupeKey === event)
    expect([event, mails.map((mail) => mail.recipient)]).toEqual([event, [recipient]])
  }
  expect((await requestRow(row.token)).status).toBe('removed')
})
