import { eq } from 'drizzle-orm'
import type { Db } from '../../client'
import { users, videos } from '../../schema'
import { expressions } from '../shared/index-hints'
import { indexedColumns } from './video'

/** Columns of a video that staff see besides its owner's. */
export const adminColumns = {
  ...indexedColumns,
  ...expressions({
    openReports: videos.openReports,
    waitingSince: videos.waitingSince,
  }),
}

export function adminVideoById(db: Db, id: number) {
  return db
    .select(adminColumns)
    .from(videos)
    .innerJoin(users, eq(users.id, videos.userId))
    .where(eq(videos.id, id))
}

export type AdminVideoRow = Awaited<ReturnType<typeof adminVideoById>>[number]
