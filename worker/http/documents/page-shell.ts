import { isolateState } from '../../isolate-state'
import { readAsset } from '../../storage/read-asset'
import { siteIcons } from './display'

/** The built page without its scripts, cut where head, scripts, the app, video and data go. */
export interface PageShell {
  start: string
  beforeScripts: string
  beforeApp: string
  beforeVideo: string
  beforeData: string
  end: string
  /** File of the styles. */
  style: string
  /** File of the script that runs before the app on a page with a video. */
  startFile: string
  /** File of the script that measures a page. */
  fieldFile: string
  /** Module files of each page and of the entry, the entry last; keyed as `pageModule` names them. */
  modules: Map<string, string[]>
  /** Module files of the age gate beside the entry, which pages load only for visitors who will see it. */
  gate: string[]
  /** Tags for a browser in discreet mode; the others never load their files. */
  discreet: string
}

const shell = isolateState<PageShell | null>(() => null)

/**
 * Reads the page once per isolate, or a few times at its start: what one request has begun never ends for the others
 * when that one is cut off, so each reads for itself until the first has it.
 */
export async function pageShell(assets: Fetcher): Promise<PageShell> {
  shell.value ??= await readShell(assets)
  return shell.value
}

async function readShell(assets: Fetcher): Promise<PageShell> {
  const [page, manifest] = await Promise.all([
    readAsset(assets, 'index.html').then((response) => response.text()),
    readAsset(assets, '.vite/manifest.json').then((response) => response.json<Manifest>()),
  ])
  const [start, rest] = page.replaceAll(moduleTags, '').split(/<!--head-->.*?<!--\/head-->/s)
  const [beforeScripts, inBody] = rest?.split(/(?=<\/head>)/) ?? []
  const [beforeApp, afterApp] = inBody?.split('<div id="root"></div>') ?? []
  const [beforeVideo, afterVideo] = afterApp?.split('<!--video-->') ?? []
  const [beforeData, end] = afterVideo?.split('<!--boot-->') ?? []
  const startFile = manifest[startScript]?.file
  const fieldFile = manifest[fieldScript]?.file
  if (start === undefined || beforeScripts === undefined) throw markersLost()
  if (beforeApp === undefined || beforeVideo === undefined) throw markersLost()
  if (beforeData === undefined || end === undefined || startFile === undefined) throw markersLost()
  const style = /<link rel="stylesheet" crossorigin href="([^"]+)"/.exec(beforeScripts)?.[1]
  if (!siteIcons.test(beforeScripts) || style === undefined || fieldFile === undefined) throw markersLost()
  const parts = { start, beforeScripts, beforeApp, beforeVideo, beforeData, end }
  return {
    ...parts,
    style,
    startFile: `/${startFile}`,
    fieldFile: `/${fieldFile}`,
    modules: modulesOf(manifest),
    gate: gateFiles(manifest),
    discreet: discreetTags(manifest),
  }
}

function markersLost(): Error {
  return new Error('index.html has lost its markers, or the build its styles or one of its own scripts')
}

type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>

const entry = 'index.html'
const startScript = 'start.ts'
const fieldScript = 'field/field.ts'
const gateModule = 'features/visit/gate/gate-dialog.tsx'
const discreetModule = 'features/visit/shell/discreet/discreet.ts'
/** A page of the app, or a document that runs in its place: the checkout, or the frame of another site. */
const pageModule = /^(?:app\/pages\/|(?=checkout\/|embed\/))([\w-]+\/[\w-]+)\.tsx$/
/** Module tags that the build writes into the page. */
const moduleTags = /\s*<(script type="module"|link rel="modulepreload")[^>]*>(<\/script>)?/g

function modulesOf(manifest: Manifest): Map<string, string[]> {
  const [own = '', ...shared] = filesOf(manifest, entry)
  const modules = new Map<string, string[]>()
  for (const key of Object.keys(manifest)) {
    const name = pageModule.exec(key)?.[1]
    if (!name) continue
    const files = new Set([...shared, ...filesOf(manifest, key)])
    files.delete(own)
    modules.set(
      name,
      [...files, own].map((file) => `/${file}`),
    )
  }
  return modules
}

function gateFiles(manifest: Manifest): string[] {
  const files = filesOf(manifest, gateModule)
  // Each page has it, in the last place.
  files.delete(manifest[entry]?.file ?? '')
  return [...files].map((file) => `/${file}`)
}

function discreetTags(manifest: Manifest): string {
  const chunk = manifest[discreetModule]
  if (!chunk) throw new Error(`The build has no ${discreetModule}`)
  const { file, css = [] } = chunk
  const styles = css.map((sheet) => `<link rel="stylesheet" href="/${sheet}">`)
  return [...styles, `<script type="module" src="/${file}"></script>`].join('')
}

/** Returns a chunk's file and all that it imports, directly or not. */
function filesOf(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk || seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const each of chunk.imports ?? []) filesOf(manifest, each, seen)
  return seen
}
