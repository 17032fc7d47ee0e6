import type { OwnRemoval } from '#contract/schemas/moderation/safety'
import { problemOf, type TestClient } from '../client'
import { makeUser, makeVideo, signInAs } from '../factories'
import { askedRow } from './removals'

/** Text of an uploader's appeal. */
export const appealText = 'Everybody in it signed a release, which I can show you.'

/** Creates a video of a new account that an administrator has removed on request. */
export async function removedAtRequest(admin: TestClient) {
  const user = await makeUser()
  const video = await makeVideo(user.id)
  const request = await askedRow({ url: `/video/${video.id}` })
  const json = { decision: 'remove', note: 'Nobody agreed to it.' }
  await admin.request('POST', `/api/admin/removal-requests/${request.id}/decide`, { json })
  const owner = await signInAs(user)
  const [removal] = await owner.json<OwnRemoval[]>('GET', '/api/removals')
  if (!removal) throw new Error('Nothing was removed')
  return { user, owner, video, request, removal }
}

export function appeal(client: TestClient, id: number, json: unknown = { text: appealText }) {
  return client.request('POST', `/api/removals/${id}/appeal`, { json })
}

/** Returns status and code of a refusal. */
export async function refusal(response: Response) {
  const { code } = await problemOf(response)
  return [response.status, code]
}
