import { globSync, readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

interface Lockfile {
  packages: Record<string, { license?: string; dev?: boolean }>
}

/**
 * Writes the texts of the licences that ask to go with every copy, for the worker to answer. Vite's `build.license` would
 * leave out what is built apart: the studio's worker, with `mediabunny`, and the scripts of `ownFile()`.
 */
export const licencesBuild: Plugin = {
  name: 'licences-build',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: '.vite/licences.txt', source: licenceTexts() })
  },
}

/** Returns the licences of all packages but tools, those with the same text together. */
export function licenceTexts(): string {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lockfile
  const { '': _, ...installed } = packages
  const shipped = Object.entries(installed).filter(([, { dev }]) => !dev)
  const byText = Map.groupBy(shipped, ([folder]) => textIn(folder))
  const sections = [...byText].map(([text, those]) => {
    const names = those.map(([path, { license }]) => `${path.replace(/^.*node_modules\//, '')} (${license})`)
    return `${[...new Set(names)].join('\n')}\n\n${text}`
  })
  return `${['This site contains these packages, or parts of them.', ...sections].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

function textIn(folder: string): string {
  const files = globSync(`${folder}/{LICENSE,LICENCE,license,NOTICE,COPYING}{,-*}{,.md,.txt}`).sort()
  return files.length > 0
    ? files.map((file) => readFileSync(file, 'utf8').trim()).join('\n\n')
    : 'The package has no text of its licence.'
}
