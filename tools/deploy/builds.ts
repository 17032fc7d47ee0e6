import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A build of the web app whose files under /assets the site answers. */
export interface Build {
  /** A hash of its files: equal files are one build. */
  id: string
  /** SHA-256 of each file, by its name. */
  files: Record<string, string>
}

/** How many builds before the newest keep their files. */
const keptBuilds = 2
/** The site's own list of its builds, the newest first. */
export const buildsFile = 'builds.json'

type Get = (url: string, init?: RequestInit) => Promise<Response>

export interface Folders {
  /** The folder that the build wrote. */
  from: string
  /** The folder that is uploaded; emptied and written again each time. */
  to: string
}

/**
 * Lays out the upload: the new build, and the files of the two before it, which are downloaded from the site.
 * So a tab opened earlier finds the parts that it hasn't loaded yet. `site` is null if it was never deployed.
 */
export async function layOutBuilds({ from, to }: Folders, site: string | null, get: Get): Promise<Build[]> {
  rmSync(to, { recursive: true, force: true })
  cpSync(from, to, { recursive: true })
  const own = buildIn(join(to, 'assets'))
  const live = site === null ? [] : await liveBuilds(site, get)
  const builds = [own, ...live.filter(({ id }) => id !== own.id).slice(0, keptBuilds)]
  for (const { files } of builds.slice(1)) {
    const missing = Object.entries(files).filter(([name]) => !existsSync(join(to, 'assets', name)))
    await eightAtATime(missing, async ([name, hash]) => {
      const content = await download(`${site}/assets/${name}`, get)
      if (sha256(content) !== hash)
        throw new Error(`${site}/assets/${name} isn't the file that was deployed.`)
      writeFileSync(join(to, 'assets', name), content)
    })
  }
  writeFileSync(join(to, buildsFile), JSON.stringify(builds))
  return builds
}

/** Returns the builds whose files the site serves now; none for a site deployed before it kept any. */
export async function liveBuilds(site: string, get: Get, headers?: HeadersInit): Promise<Build[]> {
  const url = `${site}/${buildsFile}`
  const response = await get(url, { ...(headers && { headers }), redirect: 'error' })
  // Without the file, the worker answers; in a closed region its status isn't even 404.
  if (response.status === 404 || response.status === 451) return []
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`)
  const builds = (await response.json()) as Build[]
  // These names become files here.
  const names = builds.flatMap(({ files }) => Object.keys(files))
  const strange = names.find((name) => !/^[\w-][\w.-]*\.(js|css|woff2|svg|png|webp|wasm)$/.test(name))
  if (strange !== undefined) throw new Error(`${url} names a file called ${JSON.stringify(strange)}.`)
  return builds
}

/** Returns the build whose files are in a folder. */
function buildIn(folder: string): Build {
  const names = readdirSync(folder).sort()
  const files = Object.fromEntries(names.map((name) => [name, sha256(readFileSync(join(folder, name)))]))
  return { id: sha256(JSON.stringify(files)).slice(0, 16), files }
}

async function download(url: string, get: Get): Promise<Buffer> {
  const response = await get(url, { redirect: 'error' })
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`)
  return Buffer.from(await response.arrayBuffer())
}

async function eightAtATime<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items]
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: 8 }, worker))
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
