import type { Video } from '#contract/schemas/videos/video'
import type { TestClient } from './client'
import { makeUser, makeVideo, signInAs } from './factories'

/**
 * The callers of a closed site: an account with a public video, and an administrator, both signed in before
 * it closes.
 */
export interface ClosedSite {
  user: { id: number; username: string }
  account: TestClient
  admin: TestClient
  /** As an administrator sees it. */
  video: Video
}

export async function peopleOfClosedSite(): Promise<ClosedSite> {
  const user = await makeUser()
  const account = await signInAs(user)
  const admin = await signInAs(await makeUser({ isAdmin: true }))
  const { id } = await makeVideo(user.id)
  return { user, account, admin, video: await admin.json<Video>('GET', `/api/videos/${id}`) }
}
