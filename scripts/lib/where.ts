import { readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { join } from 'node:path'
import { bundleFile, sourcePath } from './worker-bundle.ts'

/** A frame of a stack: its function, if it has a name, and the place in the bundle. */
const frame = /^(?<before>\s*at (?:.* \()?)(?:.*\/)?index\.js:(?<line>\d+):(?<column>\d+)(?<after>\)?)$/

/**
 * Returns a stack of the bundled worker with the places in its sources, as paths from the project's folder. Takes a line
 * of the log, too. `folder` is where the bundle's map lies. Lines that the map doesn't know stay as they are.
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
      return `${before}${sourcePath(found.originalSource)}:${found.originalLine + 1}:${found.originalColumn + 1}${after}`
    })
    .join('\n')
}

function stackOf(text: string): string {
  try {
    const { message, stack } = JSON.parse(text) as { message?: string; stack?: string }
    if (stack !== undefined) return `${message}\n${stack}`
  } catch {
    // No line of the log: a stack as it was copied from one, whose line breaks may still be escaped.
  }
  return text.replaceAll('\\n', '\n')
}
