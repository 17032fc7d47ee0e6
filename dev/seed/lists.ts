import { and, inArray } from 'drizzle-orm'
import { foldText } from '#contract/values/shared/fold'
import { day, hour } from '#contract/values/shared/time'
import { listItemsMax, listsMax } from '#contract/values/videos/lists'
import { insertItem, insertList, openListLink } from '#db/queries/videos/library/lists'
import { videos, wherePublic } from '#db/schema'
import type { ServiceContext } from '#worker/services/context'
import { createLinkKey } from '#worker/services/videos/model/visibility'
import { idsOf } from './audience'

interface DemoList {
  owner: string
  name: string
  isShared?: true
  titles: readonly string[]
}

/** Lists of the demo's accounts, those changed last first. */
const demoLists: readonly DemoList[] = [
  {
    owner: 'viewer',
    name: 'Before sleep',
    isShared: true,
    titles: [
      'The blue that comes before sleep',
      'Slow light over a warm horizon',
      'Five ridges and a patient moon',
      'Silk, unhurried',
      'Rain on a midnight pool',
    ],
  },
  {
    owner: 'viewer',
    name: 'Watch again',
    titles: ['Interference', 'Ember coast', 'Moonrise in teal'],
  },
  { owner: 'viewer', name: 'For the long train ride', titles: ['Night train through lilac hills'] },
  {
    owner: 'creator',
    name: 'Evenings, in order',
    isShared: true,
    titles: [
      'Slow light over a warm horizon',
      'Half a sun, and then the blue hour',
      'The sea keeps the last colour',
      'Violet hour at the end of the world',
    ],
  },
  {
    owner: 'creator',
    name: 'Ideas for later',
    titles: ['Small lives under glass', 'The loom never sleeps'],
  },
  {
    owner: 'member',
    name: 'Good sound',
    titles: ['A fifth, drawn by its own sound', 'Two tones, slightly out of tune', 'Interference'],
  },
]

/** Gives the demo's accounts lists of its public videos. */
export async function addLists(ctx: ServiceContext): Promise<void> {
  const ids = await idsOf(ctx, [...new Set(demoLists.map(({ owner }) => owner))])
  for (const [at, list] of demoLists.entries()) {
    const userId = ids.get(list.owner)
    if (userId !== undefined) await addList(ctx, list, userId, ctx.now - day - at * hour)
  }
}

async function addList({ db }: ServiceContext, list: DemoList, userId: number, now: number) {
  const { name, titles, isShared } = list
  const [made] = await insertList(db, { userId, name, nameFolded: foldText(name), now }, listsMax)
  if (!made) return
  const own = { id: made.id, userId }
  const found = await db
    .select({ id: videos.id, title: videos.title })
    .from(videos)
    .where(and(inArray(videos.title, [...titles]), wherePublic))
  for (const title of titles) {
    const video = found.find((each) => each.title === title)
    if (video) await db.batch(insertItem(db, own, video, now, listItemsMax))
  }
  if (isShared) await openListLink(db, own, createLinkKey(), name)
}
