import { eq } from 'drizzle-orm'
import type { Db } from '../../client'
import { users } from '../../schema'

/** Returns the facts that decide how much an account may upload, and whether its videos are reviewed. */
export function uploaderById(db: Db, userId: number) {
  return db
    .select({
      emailVerifiedAt: users.emailVerifiedAt,
      trustedAt: users.trustedAt,
      quotaBytes: users.quotaBytes,
      publishesPerDay: users.publishesPerDay,
      openUploads: users.openUploads,
    })
    .from(users)
    .where(eq(users.id, userId))
}

export type UploaderRow = Awaited<ReturnType<typeof uploaderById>>[number]
