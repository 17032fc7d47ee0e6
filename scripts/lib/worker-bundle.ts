import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { wrangler } from './steps.ts'

/** What wrangler writes of the worker; its source map lies beside it. */
export const bundleFile = 'index.js'

/**
 * Bundles the worker, or another entry, as a deploy does, without uploading it. The folder in which `use` finds it is
 * gone afterwards.
 */
export async function withBundle<T>(use: (folder: string) => Promise<T> | T, entry?: string): Promise<T> {
  mkdirSync('dist', { recursive: true })
  const folder = mkdtempSync('dist/bundle-')
  try {
    await wrangler(['deploy', ...(entry ? [entry] : []), '--dry-run', '--outdir', folder])
    return await use(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Returns the path, from the project's folder, of a source that the map of a bundle under dist/ names. */
export function sourcePath(source: string): string {
  return source.replace(/^(\.\.\/)+/, '')
}
