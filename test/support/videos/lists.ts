import { lists } from '#db/schema'
import { randomLetters, testDb } from '../factories'

/** Makes a list of an account's. Returns its ID. */
export async function makeList(userId: number, change: Partial<typeof lists.$inferInsert> = {}) {
  const name = `List ${randomLetters(8)}`
  const [made] = await testDb()
    .insert(lists)
    .values({ userId, name, nameFolded: name.toLowerCase(), createdAt: 0, updatedAt: 0, ...change })
    .returning({ id: lists.id })
  return made?.id ?? 0
}
