import { eq } from 'drizzle-orm'
import { premiumStock } from '#db/queries/shared/premium-stock'
import { videos } from '#db/schema'
import { makeUser, makeVideo, testDb } from '../factories'

/** Sees to it that there is a premium video: without one, the site sells nothing. */
export async function fillShelf(): Promise<void> {
  const [stock] = await premiumStock(testDb())
  if (stock?.videos === 0) await makeVideo((await makeUser()).id, { isPremium: true })
}

/** Leaves no premium video. */
export async function emptyShelf(): Promise<void> {
  await testDb().update(videos).set({ isPremium: false }).where(eq(videos.isPremium, true))
}
