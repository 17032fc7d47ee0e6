import { desc, eq } from 'drizzle-orm'
import { revocations } from '#db/schema'
import { testDb } from '../factories'

/**
 * Returns the revision below which an object's URLs are refused, by the newest revocation; undefined if there
 * is none.
 */
export async function revokedBelow(key: string | null) {
  const [row] = await testDb()
    .select()
    .from(revocations)
    .where(eq(revocations.target, key ?? ''))
    .orderBy(desc(revocations.id))
  return row?.below
}
