import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { wrangler } from '#tools/programs/wrangler'

/** Name of wrangler's bundle of the worker; its source map lies beside it. */
export const bundleFile = 'index.js'

/** As deep as the folders of kept maps, so that a bundle can be moved there: a map names its sources from its folder. */
const bundles = 'dist/bundles'

/** Bundles the worker, or another entry, as a deploy does. The folder that `use` gets is deleted afterwards. */
export async function withBundle<T>(use: (folder: string) => Promise<T> | T, entry?: string): Promise<T> {
  mkdirSync(bundles, { recursive: true })
  const folder = mkdtempSync(join(bundles, 'bundle-'))
  try {
    await wrangler(['deploy', ...(entry ? [entry] : []), '--dry-run', '--outdir', folder])
    return await use(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Returns the path, from the project's folder, of a source that the map of a bundle names. */
export function sourcePath(folder: string, source: string): string {
  return relative('.', resolve(folder, source))
}
