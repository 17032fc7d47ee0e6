import { desc, eq } from 'drizzle-orm'
import { revocations } from '../../../db/schema'
import { testDb } from '../factories'

/** The revision below which addresses of an object are refused, as the newest revocation says; undefined without one. */
export async function revokedBelow(key: string | null) {
  const [row] = await testDb()
    .select()
    .from(revocations)
    .where(eq(revocations.target, key ?? ''))
    .orderBy(desc(revocations.id))
  return row?.below
}
