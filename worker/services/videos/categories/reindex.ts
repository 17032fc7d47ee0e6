import { inChunks } from '#db/in-chunks'
import { categoriesToReindex, reindexCategory, videosToReindex } from '#db/queries/videos/categories'
import type { ServiceContext } from '../../context'

/** Each video is written into the index again. */
const chunks = { chunk: 100, chunksAtMost: 50 }

/** Makes the videos of renamed categories searchable under the new name; the next run continues. */
export async function reindexRenamed({ db }: ServiceContext): Promise<void> {
  for (const { reindexing, ...category } of await categoriesToReindex(db)) {
    let from = reindexing
    await inChunks(async (atMost) => {
      if (!from) return 0
      const found = await videosToReindex(db, category.id, from, atMost)
      const last = found.at(-1)
      from = last && found.length === atMost ? [last.createdAt, last.id] : null
      await db.batch(
        reindexCategory(
          db,
          category,
          found.map(({ id }) => id),
          from,
        ),
      )
      return found.length
    }, chunks)
  }
}
