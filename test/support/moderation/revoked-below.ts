import { desc, eq } from 'drizzle-orm'
import { revocations } from '#db/schema'
import { testDb } from '../factories'

/**
 * Returns the revision below which URLs of an object are refused, by the newest revocation; undefined without
 * one.
 */
export async function revokedBelow(key: string | null) {
  const [row] = await testDb()
    .select()
    .from(revocations)
    .where(eq(revocations.target, key ?? ''))
    .orderBy(desc(revocations.id))
  return row?.below
}
