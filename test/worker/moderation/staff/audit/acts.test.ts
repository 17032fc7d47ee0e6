import { asc, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { auditActs, auditText } from '#contract/values/site/audit-acts'
import { auditLabels } from '#contract/values/site/audit-labels'
import { auditLog } from '#db/schema'
import type { TestClient } from '#test/support/client'
import { makeUser, signInAs, testDb } from '#test/support/factories'
import { plainRoutes } from '#test/support/matrix/matrix-plain-routes'
import { videoRoutes } from '#test/support/matrix/matrix-video-routes'
import { actsOnContent } from '#test/support/moderation/acts-on-content'
import { actsOnSite } from '#test/support/moderation/acts-on-site'
import { paymentsWorld } from '#test/support/payments/payments'
import { randomId } from '#worker/storage/keys'

const adminActs = { ...actsOnContent, ...actsOnSite }

const world = paymentsWorld()
let user: { id: number; username: string }
let admin: TestClient

beforeAll(async () => {
  user = await makeUser({ staff: 'owner' })
  admin = await signInAs(user)
})

it('says of each action what was done, and offers it to be looked for', () => {
  expect(namedActions.toSorted()).toEqual(Object.keys(auditActs).sort())
})

it('names the thing of an act where its words don’t say it', () => {
  const text = (action: string) =>
    auditText({
      action,
      subject: 'settings',
      subjectId: 'site',
      subjectName: null,
      details: null,
      actor: { username: 'boss' },
    })
  expect([text('settings.update'), text('cards.on'), text('cards.open'), text('cards.off')]).toEqual([
    'boss changed the site settings',
    'boss turned on card payments',
    'boss started offering cards',
    'boss turned off card payments',
  ])
})

it('has each route by which administrators change something', () => {
  const changing = /^(POST|PUT|PATCH|DELETE) \/api\/admin\/|^(PATCH|DELETE) \/api\/videos\/:id$/
  const routes = [...Object.keys(plainRoutes), ...Object.keys(videoRoutes)]
  expect(Object.keys(adminActs).sort()).toEqual(routes.filter((route) => changing.test(route)).sort())
})

describe.each(Object.entries(adminActs))('%s', (route, prepared) => {
  it('leaves one entry of each thing it did, with who, on what, and before and after', async () => {
    const [method = '', pattern = ''] = route.split(' ')
    for (const prepare of prepared) {
      const { id, json, body, headers, leaves, onlyLooks } = await prepare(admin, world)
      const requestId = randomId()
      const path = pattern.replace(/:(id|slug|key)/, String(id)).replace(':language', 'en')
      const init = {
        headers: { 'cf-ray': requestId, ...headers },
        ...(json !== undefined && { json }),
        ...(body && { body }),
      }
      const response = await admin.request(method, path, init)
      expect([response.status, await response.text()]).toEqual([expect.toSatisfy(isOk), expect.anything()])
      const entries = await entriesOf(requestId)
      expect(entries.map(({ action, subject, subjectId }) => [action, subject, subjectId])).toEqual(
        leaves.map(([action, subject, subjectId]) => [
          action,
          subject,
          subjectId === null ? expect.any(String) : String(subjectId),
        ]),
      )
      for (const { actorId, action, details } of entries) {
        expect([action, actorId]).toEqual([action, user.id])
        expect(namedActions).toContain(action)
        const keys = Object.keys(JSON.parse(details ?? '{}'))
        expect([action, keys]).toEqual([action, onlyLooks ? [] : expect.arrayContaining(['before', 'after'])])
      }
    }
  })
})

/** Actions that the log's readers can choose, and that have labels. */
const namedActions = Object.values(auditLabels).flatMap((labels) => Object.keys(labels))
const isOk = (status: number) => status >= 200 && status < 300

function entriesOf(requestId: string) {
  return testDb().select().from(auditLog).where(eq(auditLog.requestId, requestId)).orderBy(asc(auditLog.id))
}
