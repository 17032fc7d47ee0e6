import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { keptTags } from './tags.ts'
import type { Converted, LibraryLine } from './write-library.ts'

/** The fields used of a video in the API's lists. */
interface Listed {
  friendly_token: string
  title: string
  media_type: string
}

/** The fields used of a single video in the API. */
interface Media {
  user: string
  title: string
  description: string
  add_date: string
  state: string
  poster_url: string | null
  original_media_url: string
  categories_info: { title: string }[]
  tags_info: { title: string }[]
  allow_download: boolean
}

interface ListPage {
  next: string | null
  results: Listed[]
}

/**
 * Reads every video of a MediaCMS site by its API, and downloads the original files into `files` of the target. With
 * an editor's token these are all videos, else the listed ones. A file that is there already isn't fetched again.
 */
export async function readMediaCms(
  origin: string,
  target: string,
  { token, onFile }: { token: string | undefined; onFile: (title: string) => void },
): Promise<Converted> {
  const headers: Record<string, string> = token ? { authorization: `Token ${token}` } : {}
  const files = join(target, 'files')
  mkdirSync(files, { recursive: true })
  const notes: string[] = []
  const failed: string[] = []
  const rows: LibraryLine[] = []
  let next: string | null = `/api/v1/${token ? 'manage_media' : 'media'}`
  while (next !== null) {
    const page: ListPage = await getJson(within(origin, next), headers)
    for (const { friendly_token: id, title, media_type } of page.results) {
      if (media_type !== 'video') continue
      onFile(title)
      try {
        const media = await getJson<Media>(within(origin, `/api/v1/media/${encodeURIComponent(id)}`), headers)
        const file = await download(within(origin, media.original_media_url), files, id, headers)
        const poster = await posterOf(media, id)
        rows.push(lineOf(media, `files/${file}`, poster ? `files/${poster}` : ''))
      } catch (error) {
        failed.push(`“${title}” couldn't be fetched: ${messageOf(error)}`)
      }
    }
    next = page.next
  }
  return { rows, notes, failed }

  /** Returns the name of its poster's file; null without a poster: the import then takes a frame. */
  async function posterOf({ title, poster_url }: Media, id: string): Promise<string | null> {
    if (!poster_url) return null
    try {
      return await download(within(origin, poster_url), files, `${id}-poster`, headers)
    } catch (error) {
      notes.push(`The poster of “${title}” couldn't be fetched: ${messageOf(error)}`)
      return null
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function lineOf(media: Media, file: string, poster: string): LibraryLine {
  return {
    file,
    title: media.title,
    description: media.description,
    category: media.categories_info[0]?.title ?? '',
    tags: keptTags(media.tags_info.map(({ title }) => title)),
    owner: media.user,
    date: media.add_date,
    premium: 'no',
    visibility: ['public', 'unlisted'].includes(media.state) ? media.state : 'private',
    download: media.allow_download ? 'yes' : 'no',
    poster,
  }
}

/** Returns a URL of this site. Throws for one of another site, which would learn the token. */
function within(origin: string, address: string): URL {
  const url = new URL(address, origin)
  const here = new URL(origin)
  if (url.host !== here.host) throw new Error(`It is at ${url.host}, which isn't the site.`)
  // Behind a proxy, the API may return URLs without TLS.
  url.protocol = here.protocol
  return url
}

async function getJson<Answer>(url: URL, headers: Record<string, string>): Promise<Answer> {
  const response = await fetch(url, { headers })
  if (!response.ok) throw new Error(`${url.pathname} answered ${response.status}.`)
  return (await response.json()) as Answer
}

/** Downloads a file under a name with its own ending. Returns the name. */
async function download(
  url: URL,
  folder: string,
  name: string,
  headers: Record<string, string>,
): Promise<string> {
  const ending = /\.\w{1,5}$/.exec(basename(url.pathname))?.[0] ?? ''
  const file = `${name.replaceAll(/[^\w-]/g, '_')}${ending}`
  const path = join(folder, file)
  if (existsSync(path)) return file
  const response = await fetch(url, { headers })
  if (!response.ok || !response.body) throw new Error(`${url.pathname} answered ${response.status}.`)
  const part = `${path}.part`
  try {
    await pipeline(chunksOf(response.body), createWriteStream(part))
    renameSync(part, path)
  } finally {
    rmSync(part, { force: true })
  }
  return file
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}
