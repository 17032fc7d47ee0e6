import { readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { join } from 'node:path'
import { bundleFile, sourcePath } from '#build/worker/bundle'

/** A frame of a stack: its function, if it has a name, and its place in the bundle. */
const frame = /^(?<before>\s*at (?:.* \()?)(?:.*\/)?index\.js:(?<line>\d+):(?<column>\d+)(?<after>\)?)$/

/**
 * Returns a stack of the bundled worker with the places in its sources, as paths from the project's folder.
 * Also accepts a line of the log. `folder` holds the bundle's map. Frames that the map doesn't know stay
 * unchanged.
 */
export function whereOf(text: string, folder: string): string {
  const map = new SourceMap(
    JSON.parse(readFileSync(join(folder, `${bundleFile}.map`), 'utf8')) as SourceMapPayload,
  )
  return stackOf(text)
    .split('\n')
    .map((line) => {
      const { before, line: row, column, after } = frame.exec(line)?.groups ?? {}
      if (row === undefined || column === undefined) return line
      // V8 counts from one.
      const found = map.findEntry(Number(row) - 1, Number(column) - 1)
      if (!('originalSource' in found)) return line
      return `${before}${sourcePath(folder, found.originalSource)}:${found.originalLine + 1}:${found.originalColumn + 1}${after}`
    })
    .join('\n')
}

/**
 * Returns the stack in a line of the log, as it is or as `wrangler tail` prints it, or in a text copied from
 * one, with escaped line breaks.
 */
function stackOf(text: string): string {
  const { message = '', stack } = loggedError(text) ?? {}
  return stack === undefined ? text.replaceAll('\\n', '\n') : `${message}\n${stack}`
}

/** Returns the error in a line of the log; null if the text is no such line. */
export function loggedError(text: string): { message?: string; stack?: string; version?: string } | null {
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
  } catch {
    return null
  }
}
