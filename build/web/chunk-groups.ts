import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import type { Rolldown } from 'vite'
import { listParts, videoParts } from '../budgets.ts'

/**
 * Pages that people visit together, with the parts that follow on them. A page belongs to the first route
 * that it matches.
 */
const routes: Record<string, RegExp> = {
  lists: /^app\/pages\/(visit\/(home|category|tag|trending|search)|premium\/premium)\.|\/payment-area\./,
  watch: /^app\/pages\/visit\/video\.|^embed\/embed\./,
  'sign-in': /^app\/pages\/account\/sign-/,
  // Excludes the two pages that open with menus and tabs.
  pages: /^app\/pages\/(visit\/|account\/(?!account|lists))|^checkout\//,
}

/** Modules with which the video page and the player on other sites open. */
const watchModules = [
  'features/visit/watch/next/related-videos.tsx',
  'features/visit/watch/stage/record/use-watched-parts.ts',
  'features/visit/watch/stage/status/banners.tsx',
  'features/visit/watch/stage/video-stage.tsx',
  'features/visit/watch/stage/watch-skeleton.tsx',
  'features/visit/watch/video-info.tsx',
]

/**
 * The files of the app: a module is in the first group that takes it, and a module that no group takes is in
 * a file for each set of pages and parts that share it. The last groups take what their modules import as
 * well.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  // It changes more rarely than the app.
  {
    name: 'framework',
    test: /\/node_modules\/|^\0/,
    tags: ['$initial'],
    includeDependenciesRecursively: false,
  },
  { name: 'shell', tags: ['$initial'], includeDependenciesRecursively: false },
  { name: sharedBy, minShareCount: 2, includeDependenciesRecursively: false },
  { name: 'watch', test: isAmong(watchModules) },
  { name: 'after', test: isAmong(listParts) },
  { name: 'after-video', test: isAmong([...videoParts, 'features/visit/comments/comment-section.tsx']) },
  { name: 'payment', test: isAmong(['features/premium/pay/payment-area.tsx']) },
  { name: 'controls', test: /\/node_modules\/(@ark-ui|@zag-js|@floating-ui)\// },
]

/** Returns the route whose pages share a module, `common` if another route or a part of every page needs it too. */
function sharedBy(id: string, context: Rolldown.ChunkingContext): string | null {
  // The worker finds each page by its file.
  if (/\/node_modules\/(?!lucide-react|@tanstack)|\/app\/pages\//.test(id)) return null
  const entries = entriesTo(id, context)
  const [route = null, ...others] = new Set(entries.flatMap(routeOf))
  if (route && (others.length > 0 || entries.some((each) => listParts.includes(each)))) return 'common'
  // The next group takes these.
  return route === 'watch' ? null : route
}

function routeOf(entry: string): string[] {
  return Object.keys(routes)
    .filter((name) => routes[name]?.test(entry))
    .slice(0, 1)
}

/** Returns the pages and parts that import a module, directly or not. */
function entriesTo(id: string, context: Rolldown.ChunkingContext): string[] {
  const above = new Set([id])
  for (const each of above) for (const importer of importersOf(each, context)) above.add(importer)
  return [...above]
    .filter((each) => context.getModuleInfo(each)?.dynamicImporters.length)
    .map((each) => relative('web', each))
}

/** Icons come by a module that exports all of them, so an icon's importers are the modules that say its name. */
function importersOf(id: string, context: Rolldown.ChunkingContext): readonly string[] {
  const importers = context.getModuleInfo(id)?.importers ?? []
  const [, icon] = /\/lucide-react\/.*\/icons\/([\w-]+)\./.exec(id) ?? []
  if (icon === undefined) return importers
  const name = new RegExp(`\\b${icon.replaceAll('-', '')}\\b`, 'i')
  return importers
    .flatMap((all) => context.getModuleInfo(all)?.importers ?? [])
    .filter((each) => !/\/node_modules\//.test(each) && name.test(context.getModuleInfo(each)?.code ?? ''))
}

/** Matches modules, given as paths from `web/`. Throws an error if one doesn't exist, which would otherwise go unnoticed. */
function isAmong(modules: string[]) {
  const lost = modules.find((module) => !existsSync(`web/${module}`))
  if (lost) throw new Error(`No file of a chunk group: web/${lost}`)
  return (id: string) => modules.includes(relative('web', id))
}
