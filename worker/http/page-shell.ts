/** The built page, cut where head, video and data go, and what each of its route chunks pulls in. */
export interface PageShell {
  start: string
  beforeVideo: string
  beforeData: string
  end: string
  /** Links that fetch a page's chunk beside the entry, not after it; by the module's name in web/app/pages. */
  preloads: Map<string, string>
}

let shell: Promise<PageShell> | null = null

/** Read once an isolate. */
export function pageShell(assets: Fetcher): Promise<PageShell> {
  shell ??= readShell(assets).catch((error) => {
    shell = null
    throw error
  })
  return shell
}

async function readShell(assets: Fetcher): Promise<PageShell> {
  const [page, manifest] = await Promise.all([
    readAsset(assets, 'index.html').then((response) => response.text()),
    readAsset(assets, '.vite/manifest.json').then((response) => response.json<Manifest>()),
  ])
  const [start, rest] = page.split(/<!--head-->.*?<!--\/head-->/s)
  const [beforeVideo, afterVideo] = rest?.split('<!--video-->') ?? []
  const [beforeData, end] = afterVideo?.split('<!--boot-->') ?? []
  if (start === undefined || beforeVideo === undefined || beforeData === undefined || end === undefined) {
    throw new Error('index.html has lost its markers')
  }
  return { start, beforeVideo, beforeData, end, preloads: preloadsOf(manifest) }
}

async function readAsset(assets: Fetcher, path: string): Promise<Response> {
  const response = await assets.fetch(`https://assets.local/${path}`)
  if (!response.ok) throw new Error(`The web app is not built: there is no ${path}`)
  return response
}

type Manifest = Record<string, { file: string; imports?: string[] }>

const entry = 'index.html'

function preloadsOf(manifest: Manifest): Map<string, string> {
  const withEntry = filesOf(manifest, entry)
  const links = new Map<string, string>()
  for (const key of Object.keys(manifest)) {
    const name = /^app\/pages\/([\w-]+)\.tsx$/.exec(key)?.[1]
    if (!name) continue
    const files = [...filesOf(manifest, key)].filter((file) => !withEntry.has(file))
    links.set(name, files.map((file) => `<link rel="modulepreload" href="/${file}">`).join(''))
  }
  return links
}

/** A chunk and everything that it imports, directly or not. */
function filesOf(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk || seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const each of chunk.imports ?? []) filesOf(manifest, each, seen)
  return seen
}
