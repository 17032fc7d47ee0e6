import { beforeAll } from 'vitest'
import type { TestClient } from '../client'
import { makeUser, signInAs } from '../factories'

/** Creates an account for the videos of a test file, and its signed-in client, before the first test. */
export function ownerOfVideos(): { readonly id: number; readonly client: TestClient } {
  let made: { id: number; client: TestClient } | undefined
  beforeAll(async () => {
    const user = await makeUser()
    made = { id: user.id, client: await signInAs(user) }
  })
  const owner = () => {
    if (!made) throw new Error('The owner is made before the first test, not before that.')
    return made
  }
  return {
    get id() {
      return owner().id
    },
    get client() {
      return owner().client
    },
  }
}
