import { globSync, readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

interface Lockfile {
  packages: Record<string, { license?: string; dev?: boolean; devOptional?: boolean }>
}

/**
 * Writes the texts of the licences that must accompany every copy, for the worker to serve. Vite's
 * `build.license` would leave out the parts that are built separately: the studio's worker, with
 * `mediabunny`, and the scripts of `ownFile()`.
 */
export const licencesBuild: Plugin = {
  name: 'licences-build',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: '.vite/licences.txt', source: licenceTexts() })
  },
}

/** Returns the licences of all packages but tools and types, those with the same text together. */
function licenceTexts(): string {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lockfile
  const { '': project, ...installed } = packages
  const shipped = Object.entries(installed).filter(([, { dev, devOptional }]) => !dev && !devOptional)
  const byText = Map.groupBy(
    shipped,
    ([folder, { license }]) => textIn(folder) ?? `https://spdx.org/licenses/${license}.html`,
  )
  const sections = [...byText].map(([text, those]) => {
    const names = those.map(([path, { license }]) => `${path.replace(/^.*node_modules\//, '')} (${license})`)
    return `${[...new Set(names)].join('\n')}\n\n${text}`
  })
  return `${['This site contains these packages, or parts of them.', ...sections].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

function textIn(folder: string): string | null {
  const files = globSync(`${folder}/{LICENSE,LICENCE,license,NOTICE,COPYING}{,-*}{,.md,.txt}`).sort()
  return files.length > 0 ? files.map((file) => readFileSync(file, 'utf8').trim()).join('\n\n') : null
}
