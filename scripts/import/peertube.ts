import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Converted } from './write-library.ts'

/** What an export's `peertube/videos.json` has, as far as it is used. */
interface VideosJson {
  videos: {
    name: string
    description: string | null
    category: number | null
    tags: string[]
    privacy: number
    publishedAt: string
    originallyPublishedAt?: string | null
    isLive: boolean
    downloadEnabled: boolean
    archiveFiles: { videoFile: string | null; thumbnail: string | null }
  }[]
}

/** PeerTube's categories by their numbers, which it keeps. */
const categories: Record<number, string> = {
  ...{ 1: 'Music', 2: 'Films', 3: 'Vehicles', 4: 'Art', 5: 'Sports', 6: 'Travels', 7: 'Gaming' },
  ...{ 8: 'People', 9: 'Comedy', 10: 'Entertainment', 11: 'News & Politics', 12: 'How To' },
  ...{ 13: 'Education', 14: 'Activism', 15: 'Science & Technology', 16: 'Animals', 17: 'Kids', 18: 'Food' },
}

/** Internal videos and those with a password have no counterpart: nobody but their owner sees them. */
const visibilities: Record<number, string> = { 1: 'public', 2: 'unlisted' }

/** Reads the unpacked archive of an account's export. Its files stay where they are. */
export function readPeerTube(folder: string, target: string): Converted {
  const base = join(folder, 'peertube')
  const list = join(base, 'videos.json')
  if (!existsSync(list)) throw new Error(`There is no ${list}. Unpack the export, and name its folder.`)
  const { videos } = JSON.parse(readFileSync(list, 'utf8')) as VideosJson
  const account = JSON.parse(readFileSync(join(base, 'account.json'), 'utf8')) as { name: string }
  const notes: string[] = []
  const rows = videos.flatMap((video) => {
    const { name, archiveFiles, isLive } = video
    if (isLive || archiveFiles.videoFile === null) {
      notes.push(`“${name}” has no file in the export${isLive ? ': it is a live stream' : ''}.`)
      return []
    }
    const pathOf = (file: string | null) => (file === null ? '' : relative(target, join(base, file)))
    return [
      {
        file: pathOf(archiveFiles.videoFile),
        title: name,
        description: video.description ?? '',
        category: categories[video.category ?? 0] ?? '',
        tags: video.tags.join(' '),
        owner: account.name,
        date: video.originallyPublishedAt ?? video.publishedAt,
        premium: 'no',
        visibility: visibilities[video.privacy] ?? 'private',
        download: video.downloadEnabled ? 'yes' : 'no',
        poster: pathOf(archiveFiles.thumbnail),
      },
    ]
  })
  return { rows, notes }
}
