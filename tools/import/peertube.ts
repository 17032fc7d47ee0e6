import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { keptTags } from './tags.ts'
import type { Converted } from './write-library.ts'

/** The fields used of an export's `peertube/videos.json`. */
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

/** PeerTube's categories by its own, fixed numbers. */
const categories: Record<number, string> = {
  1: 'Music',
  2: 'Films',
  3: 'Vehicles',
  4: 'Art',
  5: 'Sports',
  6: 'Travels',
  7: 'Gaming',
  8: 'People',
  9: 'Comedy',
  10: 'Entertainment',
  11: 'News & Politics',
  12: 'How To',
  13: 'Education',
  14: 'Activism',
  15: 'Science & Technology',
  16: 'Animals',
  17: 'Kids',
  18: 'Food',
}

/** Internal videos and those with a password have no counterpart: they become private. */
const visibilities: Record<number, string> = { 1: 'public', 2: 'unlisted' }

/** Reads the unpacked archive of an account's export. Its files stay where they are. */
export function readPeerTube(folder: string, target: string): Converted {
  const base = join(folder, 'peertube')
  const list = join(base, 'videos.json')
  if (!existsSync(list)) throw new Error(`There is no ${list}. Unpack the export, and name its folder.`)
  const { videos } = JSON.parse(readFileSync(list, 'utf8')) as VideosJson
  const account = JSON.parse(readFileSync(join(base, 'account.json'), 'utf8')) as { name: string }
  const notes: string[] = []
  const failed: string[] = []
  const root = realpathSync(folder) + sep
  /**
   * Returns a file's path from the target; null if it isn't in the export, whose author may name any file.
   */
  const pathOf = (file: string) => {
    const path = join(base, file)
    const isWithin = existsSync(path) && realpathSync(path).startsWith(root)
    return isWithin ? relative(target, path) : null
  }
  const rows = videos.flatMap((video) => {
    const { name, archiveFiles, isLive } = video
    if (isLive) {
      notes.push(`“${name}” has no file in the export: it is a live stream.`)
      return []
    }
    const { videoFile, thumbnail } = archiveFiles
    const file = videoFile && pathOf(videoFile)
    if (!file) {
      failed.push(`“${name}” has no file in the export.`)
      return []
    }
    const poster = thumbnail && pathOf(thumbnail)
    if (thumbnail && !poster) notes.push(`“${name}” has no poster in the export.`)
    return [
      {
        file,
        title: name,
        description: video.description ?? '',
        category: categories[video.category ?? 0] ?? '',
        tags: keptTags(video.tags),
        owner: account.name,
        date: video.originallyPublishedAt ?? video.publishedAt,
        premium: 'no',
        visibility: visibilities[video.privacy] ?? 'private',
        download: video.downloadEnabled ? 'yes' : 'no',
        poster: poster ?? '',
      },
    ]
  })
  return { rows, notes, failed }
}
