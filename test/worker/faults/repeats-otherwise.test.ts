import { describe, expect, it } from 'vitest'
import type { TestClient } from '../../support/client'
import { makeUser, signInAs } from '../../support/factories'
import type { Act } from '../../support/moderation/act'
import { actsOnContent } from '../../support/moderation/acts-on-content'
import { actsOnSite } from '../../support/moderation/acts-on-site'
import { paymentsWorld } from '../../support/payments/payments'

const world = paymentsWorld()
const acts = { ...actsOnContent, ...actsOnSite }
const other = 'For another reason.'

/** The changes in the second request, for each scene of a route. */
const changes: Record<string, (object | undefined)[]> = {
  'POST /api/admin/users/:id/ban': [{ days: null }],
  'POST /api/admin/users/:id/factor-reset': [{ reason: other }],
  'POST /api/admin/users/:id/gifts': [{ days: 3 }],
  'POST /api/admin/gifts/:id/revoke': [{ reason: other }],
  'POST /api/admin/gift-codes/:id/revoke': [{ reason: other }],
  'POST /api/admin/claims/:id/approve': [{ paymentId: 'pay_another0000000' }],
  'POST /api/admin/removal-requests/:id/decide': [{ videoId: 1 }, { note: other }],
  'POST /api/admin/reports/:id/decide': [{ note: other }, { seen: 1e6 }],
  'POST /api/admin/comments/:id/decide': [{ reason: 'harassment' }, { note: other }, { note: other }],
  'POST /api/admin/videos/:id/changes': [{ changes: 5 }, { note: other }, { note: other }],
  'POST /api/admin/videos/:id/remove': [{ reason: 'copyright' }],
  'PUT /api/admin/card-rules': [{ unreviewed: 5 }],
  'POST /api/admin/categories': [{ name: 'Another name' }],
}

const scenes = Object.entries(changes).flatMap(([route, each]) =>
  each.map((change, index) => ({ route, index, change })),
)

const send = (client: TestClient, route: string, { id }: Act, json: unknown) => {
  const [method = '', path = ''] = route.split(' ')
  return client.request(method, path.replace(':id', String(id)), { json })
}

describe('an act that was done is done for who asks the same again, and a conflict for anyone else', () => {
  it.each(scenes)('$route, scene $index', async ({ route, index, change }) => {
    const admin = await signInAs(await makeUser({ staff: 'owner' }))
    const colleague = await signInAs(await makeUser({ staff: 'owner' }))
    const act = await acts[route]?.[index]?.(admin, world)
    if (!act) throw new Error('There is no such scene')
    const same = act.json as object
    const asked = [
      [admin, same],
      [admin, same],
      [admin, { ...same, ...change }],
    ] as const
    const statuses = []
    for (const [client, json] of asked) statuses.push((await send(client, route, act, json)).status)
    expect(statuses.map((status) => status < 300 || status)).toEqual([true, true, 409])
    // A colleague's gift is a second one.
    if (!route.endsWith('/gifts')) expect((await send(colleague, route, act, same)).status).toBe(409)
  })
})
