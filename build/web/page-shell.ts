import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import type { PageShell } from '#worker/http/documents/page-shell'

/** The file from which the worker imports the shell. */
const shellFile = 'dist/worker/page-shell.js'

/** Cuts the built page where the worker fills it, for the worker to import. */
export const pageShellBuild: Plugin = {
  name: 'page-shell-build',
  apply: 'build',
  writeBundle({ dir = '' }) {
    const page = readFileSync(join(dir, 'index.html'), 'utf8')
    const manifest = JSON.parse(readFileSync(join(dir, '.vite/manifest.json'), 'utf8')) as Manifest
    mkdirSync(dirname(shellFile), { recursive: true })
    writeFileSync(shellFile, `export const shell = ${JSON.stringify(pageShell(page, manifest))}\n`)
  },
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

/** The page's parts, between which the worker puts its insertions, in the page's order. */
const page = new RegExp(
  [
    /^(?<start>.*<html)/,
    /(?<beforeHead>.*)<!--head-->.*?<!--\/head-->/,
    /(?<beforeIcons>.*)(?<icons><link rel="icon".*<link rel="manifest"[^>]*>)/,
    /(?<beforeScripts>.*)(?=<\/head>)/,
    /(?<beforePlain>.*)<!--plain-->(?<plain>.*?)<!--\/plain-->/,
    /(?<beforeApp>.*)<div id="root"><\/div>/,
    /(?<beforeVideo>.*)<!--video-->/,
    /(?<beforeData>.*)<!--boot-->(?<end>.*)$/,
  ]
    .map(({ source }) => source)
    .join(''),
  's',
)

/** Returns the shell of a built page. Throws if the page has lost a marker, or if the build lacks a file. */
export function pageShell(html: string, manifest: Manifest): PageShell {
  const { groups } = page.exec(html.replaceAll(moduleTags, '')) ?? {}
  if (!groups) throw new Error('index.html has lost one of its markers')
  const [, style] = /<link rel="stylesheet" crossorigin href="([^"]+)"/.exec(groups.beforeScripts ?? '') ?? []
  if (style === undefined) throw new Error('index.html names no styles')
  return {
    parts: { ...groups } as unknown as PageShell['parts'],
    style,
    startFile: `/${fileOf(manifest, startScript)}`,
    fieldFile: `/${fileOf(manifest, fieldScript)}`,
    modules: modulesOf(manifest),
    gate: gateFiles(manifest),
    discreet: discreetTags(manifest),
  }
}

function fileOf(manifest: Manifest, module: string): string {
  const { file } = manifest[module] ?? {}
  if (file === undefined) throw new Error(`The build has no ${module}`)
  return file
}

function modulesOf(manifest: Manifest): PageShell['modules'] {
  const [own = '', ...shared] = filesOf(manifest, entry)
  const modules: PageShell['modules'] = {}
  for (const key of Object.keys(manifest)) {
    const name = pageModule.exec(key)?.[1]
    if (!name) continue
    const files = new Set([...shared, ...filesOf(manifest, key)])
    files.delete(own)
    modules[name] = [...files, own].map((file) => `/${file}`)
  }
  return modules
}

function gateFiles(manifest: Manifest): string[] {
  const files = filesOf(manifest, gateModule)
  // Each page has the entry anyway, in the last place.
  files.delete(fileOf(manifest, entry))
  return [...files].map((file) => `/${file}`)
}

function discreetTags(manifest: Manifest): string {
  const file = fileOf(manifest, discreetModule)
  const styles = (manifest[discreetModule]?.css ?? []).map(
    (sheet) => `<link rel="stylesheet" href="/${sheet}">`,
  )
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
