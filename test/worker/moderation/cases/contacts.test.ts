import { eq, like } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import type { OwnRemoval } from '#contract/schemas/moderation/safety'
import type { AdminMail } from '#contract/schemas/site/operations'
import { closeCommentReports } from '#db/queries/leaving/tombstone'
import { commentReports, mailOutbox, reports } from '#db/schema'
import { TestClient } from '#test/support/client'
import { changeSettings, makeUser, makeVideo, signInAs, testDb } from '#test/support/factories'
import { commentRoutes } from '#test/support/matrix/matrix-comment-routes'
import { plainRoutes } from '#test/support/matrix/matrix-plain-routes'
import { videoRoutes } from '#test/support/matrix/matrix-video-routes'
import { appeal } from '#test/support/moderation/appeals'
import { addressOfVideo, askedRow } from '#test/support/moderation/removals'
import { makeComment } from '#test/support/videos/comments'

/** Every contact of this file ends with this, and no other text has it. */
const host = 'planted-contact.example'
const surname = 'Quillfeather'
const isPlanted = (text: string) => text.includes(host) || text.includes(surname)
const contacts = ['removal', 'refused', 'report', 'comment'].map((name) => `${name}@${host}`)
const [removalEmail = '', refusedEmail = '', reportEmail = '', commentEmail = ''] = contacts

const db = testDb()
const note = 'Looked at with care.'
let support: TestClient
let moderator: TestClient
let administrator: TestClient
/** IDs of what was planted, which stand for the parameters of routes. */
let ids: (number | string)[]

/** Plants requests and reports, and decides about them: the answers to staff are part of what is walked. */
beforeAll(async () => {
  await changeSettings({ commentsEnabled: true })
  support = await signInAs(await makeUser({ staff: 'support' }))
  moderator = await signInAs(await makeUser({ staff: 'moderator' }))
  administrator = await signInAs(await makeUser({ isAdmin: true }))
  const uploader = await makeUser()
  const [first, second, third] = [
    await makeVideo(uploader.id),
    await makeVideo(uploader.id),
    await makeVideo(uploader.id),
  ]
  const person = { name: `Zelda ${surname}`, signature: `Zelda ${surname}` }
  const granted = await askedRow({ ...person, url: addressOfVideo(first), email: removalEmail })
  const refused = await askedRow({ ...person, url: addressOfVideo(second), email: refusedEmail })
  const waiting = await askedRow({ ...person, url: addressOfVideo(third), email: `waiting@${host}` })
  const post = async (client: TestClient, path: string, json: object) => {
    const response = await client.request('POST', path, { json })
    const text = await response.text()
    expect([path, response.ok]).toEqual([path, true])
    if (client !== administrator) expect([path, isPlanted(text)]).toEqual([path, false])
  }
  await post(new TestClient(), `/api/videos/${second.id}/report`, { reason: 'spam', email: reportEmail })
  const comment = await makeComment(third.id, (await makeUser()).id)
  await post(new TestClient(), `/api/comments/${comment.id}/report`, { reason: 'spam', email: commentEmail })
  const other = await makeComment(third.id, (await makeUser()).id)
  await post(new TestClient(), `/api/comments/${other.id}/report`, { reason: 'spam', email: `still@${host}` })
  // Its evidence can be exported from now on.
  await post(new TestClient(), `/api/videos/${third.id}/report`, { reason: 'minor', email: `late@${host}` })
  const [report] = await db.select().from(reports).where(eq(reports.email, reportEmail))

  await post(moderator, `/api/admin/removal-requests/${granted.id}/decide`, { decision: 'remove', note })
  await post(moderator, `/api/admin/removal-requests/${refused.id}/decide`, { decision: 'refuse', note })
  await post(moderator, `/api/admin/reports/${report?.id}/decide`, {
    decision: 'dismiss',
    note,
  })
  await post(moderator, `/api/admin/comments/${comment.id}/decide`, {
    decision: 'keep',
    note,
    editedAt: null,
  })
  const owner = await signInAs(uploader)
  const [removal] = await owner.json<OwnRemoval[]>('GET', '/api/removals')
  await appeal(owner, removal?.id ?? 0)
  await post(administrator, `/api/admin/appeals/${removal?.id}/decide`, { decision: 'restore', note })

  // The email service may name the recipient in its refusal.
  const mails = await db
    .select()
    .from(mailOutbox)
    .where(like(mailOutbox.recipient, `%@${host}`))
  for (const { id, recipient } of mails.filter((_, at) => at % 2 === 0))
    await db
      .update(mailOutbox)
      .set({ nextAttemptAt: null, lastError: `550 <${recipient}>: no such mailbox` })
      .where(eq(mailOutbox.id, id))
  const [commentReport] = await db.select().from(commentReports)
  ids = [
    ...[uploader.id, first.id, second.id, third.id, granted.id, refused.id, waiting.id, removal?.id ?? 0],
    ...[report?.id ?? 0, comment.id, commentReport?.id ?? 0, mails[0]?.id ?? 0],
  ]
})

/** Queries of lists, by their names: a route refuses the first one of those that it doesn't take. */
const queries = [
  ['waiting', 'failed', 'sent'].map((state) => `state=${state}`),
  ['open', 'decided', 'resolved'].map((status) => `status=${status}`),
  ['held', 'reported'].map((queue) => `queue=${queue}`),
  contacts.flatMap((contact) =>
    ['waiting', 'failed', 'sent'].map((state) => `recipient=${contact}&state=${state}`),
  ),
  [...contacts, surname].map((text) => `q=${text}`),
]

/** Returns the paths of each route that answers with something to read, in groups that a route takes or refuses. */
function pathsOf(route: string): string[][] {
  const path = route.replace('GET ', '')
  if (!path.includes(':'))
    return [[path], ...queries.map((group) => group.map((query) => `${path}?${query}`))]
  const month = new Date().toISOString().slice(0, 7)
  const filled = path.replace(':language', 'en').replace(':month', month).replace(':slug', 'terms')
  return [...new Set(ids.map((id) => filled.replace(/:\w+/, String(id))))].map((each) => [each])
}

const read = Object.keys({ ...plainRoutes, ...videoRoutes, ...commentRoutes }).filter(
  (route) => route.startsWith('GET /api/') || route.startsWith('GET /feed'),
)

/** Returns the routes where a client reads a planted contact. */
async function leaksTo(client: TestClient): Promise<string[]> {
  const found = new Set<string>()
  for (const route of read) {
    for (const group of pathsOf(route)) {
      for (const path of group) {
        // A walk sends more than one address may; a copy has its own.
        const response = await client.copy().get(path)
        // Exports may be archives, whose files aren't compressed.
        const text = new TextDecoder().decode(await response.arrayBuffer())
        expect([path, response.status]).not.toEqual([path, 429])
        if (isPlanted(text)) found.add(route)
        if (response.status === 400) break
      }
    }
  }
  return [...found].sort()
}

it.each([
  ['support', () => support],
  ['moderators', () => moderator],
])('are read nowhere by %s', async (_, reader) => {
  expect(await leaksTo(reader())).toEqual([])
})

it('are read by administrators, where they answer for them', async () => {
  expect(await leaksTo(administrator)).toEqual([
    'GET /api/admin/comments',
    'GET /api/admin/mail',
    'GET /api/admin/removal-requests',
    'GET /api/admin/removal-requests/:id',
    'GET /api/admin/reports',
    'GET /api/admin/reports/:id',
    'GET /api/admin/videos/:id/evidence',
  ])
})

it('are marked in every email to them, which support sends again without reading whom it is for', async () => {
  const mails = await db
    .select()
    .from(mailOutbox)
    .where(like(mailOutbox.recipient, `%@${host}`))
  expect(
    mails.map(({ dedupeKey }) => dedupeKey.replace(/:[\w-]+/, '').replace(/:[\w-]{20,}$/, '')).sort(),
  ).toEqual([
    'comment-report:decided',
    ...Array(2).fill('removal-request:decided'),
    ...Array(3).fill('removal-request:received'),
    'removal:taken-back',
    'report:decided',
  ])
  // Each says by which ID staff find the case, except those about comments, which have no receipt.
  for (const { dedupeKey, body } of mails)
    expect([dedupeKey, body.includes('Receipt ID: ')]).toEqual([dedupeKey, !dedupeKey.startsWith('comment')])
  expect(mails.filter(({ toComplainant }) => !toComplainant)).toEqual([])
  const failed = mails.find(({ lastError }) => lastError !== null)
  const answer = await support.request('POST', `/api/admin/mail/${failed?.id}/retry`)
  expect(await answer.json<AdminMail>()).toMatchObject({
    id: failed?.id,
    recipient: null,
    subject: null,
    body: null,
    lastError: null,
  })
})

it('are marked, too, when an account leaves with the comment that was reported', async () => {
  const { id: videoId } = await makeVideo((await makeUser()).id)
  const { id } = await makeComment(videoId, (await makeUser()).id)
  const email = 'leaving@example.com'
  await new TestClient().request('POST', `/api/comments/${id}/report`, { json: { reason: 'spam', email } })
  const waiting = await db.select().from(commentReports).where(eq(commentReports.commentId, id))
  await db.batch(
    closeCommentReports(db, waiting, { subject: 'About your report', body: 'It is gone.' }, Date.now()),
  )
  const [mail] = await db.select().from(mailOutbox).where(eq(mailOutbox.recipient, email))
  expect(mail).toMatchObject({ subject: 'About your report', toComplainant: true })
})

it('leave emails to members as they are', async () => {
  const member = await makeUser()
  await db.insert(mailOutbox).values({
    dedupeKey: 'contacts-member',
    recipient: `${member.username}@example.com`,
    subject: 'Your receipt',
    body: 'Thanks.',
    nextAttemptAt: null,
    createdAt: Date.now(),
  })
  const query = `state=failed&recipient=${member.username}@example.com`
  expect(await support.json<AdminMail[]>('GET', `/api/admin/mail?${query}`)).toMatchObject([
    { recipient: `${member.username}@example.com`, subject: 'Your receipt' },
  ])
})
